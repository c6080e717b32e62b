import assert from "node:assert/strict";
import path from "node:path";
import {
  checkOfLine,
  checkOfLineIn,
  isResult,
  labelOfLine,
  labelOfWords,
} from "../../src/host/checkCommands";

describe("which commands are checks", () => {
  for (const [line, label] of [
    ["npm test", "npm test"],
    ["npm t", "npm t"],
    ["npm run lint:css", "npm run lint:css"],
    ["npm test -- --grep secret", "npm test …"],
    ["cd packages/a && npm run build", "npm run build"],
    ["CI=1 npx jest", "jest"],
    ["npx vitest run src/a.test.ts", "vitest …"],
    ["npm test 2>&1", "npm test"],
    ["cargo test", "cargo test"],
    ["cargo clippy --all-targets", "cargo clippy …"],
    ["go vet ./...", "go vet …"],
    ["./gradlew check", "gradlew check"],
    ["python -m pytest", "python -m pytest"],
    ["uv run pytest -q", "pytest …"],
    ["bundle exec rspec", "rspec"],
    ["node --test", "node --test"],
    ["prettier --check .", "prettier --check …"],
    ["make", "make"],
    ["tsc --noEmit", "tsc …"],
    ["'npm' 'test'", "npm test"],
    ["export CI=1 && npm test", "npm test"],
  ] as const)
    it(`“${line}” is the check ${label}`, () => {
      assert.equal(checkOfLine(line), label);
    });

  for (const [line, why] of [
    ["npm test | tail -5", "the exit code is that of tail"],
    ["npm test; echo done", "the exit code is that of echo"],
    ["npm test || true", "it never fails"],
    ["npm test &", "it has no exit code yet"],
    ["echo $(npm test)", "the exit code is that of echo"],
    ["npm test && rm -rf out", "the last command decides as well"],
    ["vitest --watch", "it ends when a person stops it"],
    ["npm run dev", "it serves"],
    ["npm install", "it installs"],
    ["git commit -m test", "it commits"],
    ["ls", "it lists"],
    ["node script.js", "nobody knows what it does"],
    ["", "it is empty"],
    [`npm test ${"x".repeat(3000)}`, "it is too long"],
  ] as const)
    it(`“${line.slice(0, 40)}” is not a check: ${why}`, () => {
      assert.equal(checkOfLine(line), null);
    });

  for (const line of [
    "TOKEN=s3cret npm test",
    "env TOKEN=s3cret npm test",
    "export TOKEN=s3cret && npm test",
    "cross-env TOKEN=s3cret npx jest",
    "npm test -- --token=s3cret s3cret",
    "npm --token=s3cret test",
    "make TOKEN=s3cret test",
    "pytest --password s3cret",
    "/opt/s3cret/bin/jest",
    "curl -H s3cret",
    "sudo -E TOKEN=s3cret npm test",
    "mysql -ps3cret",
    "TOKEN=s3cret",
    "node --test --s3cret",
    "go test https://user:s3cret@example.com",
  ])
    it(`the label of “${line}” has no secret`, () => {
      assert.doesNotMatch(checkOfLine(line) ?? "", /s3cret/);
      assert.doesNotMatch(labelOfLine(line), /s3cret/);
      assert.doesNotMatch(labelOfWords(line.split(" ")), /s3cret/);
    });

  it("counts for the folder that it is run in", () => {
    const root = path.resolve("/work/shop");
    const at = (line: string, cwd = root) =>
      checkOfLineIn(line, { cwd: path.resolve(cwd), root });
    assert.equal(at("npm test"), "npm test");
    assert.equal(at("cd packages/a && npm test"), "npm test");
    assert.equal(at("npm test", "/work/shop/packages/a"), "npm test");
    assert.equal(at("npm test", "/work"), "npm test", "from above");
    assert.equal(at("cd ../shop/src && npm test"), "npm test");
    assert.equal(at("cd ../other && npm test"), null);
    assert.equal(at("cd /work/other && npm test"), null);
    assert.equal(at("npm test", "/work/shop-two"), null);
    assert.equal(at("cd $DIR && npm test"), null, "nobody knows where");
    assert.equal(at("cd && npm test"), null, "that is the home");
    assert.equal(at("cd - && npm test"), null);
  });

  it("has no result if it was interrupted or could not be started", () => {
    assert.deepEqual([0, 1, 2, 101].map(isResult), [true, true, true, true]);
    assert.ok(![-1, 126, 127, 130, 137, 143].some(isResult));
  });

  it("follows a person's choices", () => {
    const choices = { add: ["./check.sh", "check.sh"], remove: ["make"] };
    assert.equal(checkOfLine("./check.sh", choices), "check.sh");
    assert.equal(checkOfLine("make", choices), null);
  });

  it("labels any command without its arguments", () => {
    assert.equal(labelOfWords(["curl", "-H", "token: x"]), "curl …");
    assert.equal(labelOfWords(["PASSWORD=x", "deploy"]), "deploy");
    assert.equal(labelOfWords(["sh", "-c", "npm test"]), "sh …");
    assert.equal(labelOfWords([]), "command");
  });
});
