import assert from "node:assert/strict";
import { riskyCommand } from "../../../src/host/riskyCommand";

describe("a terminal command", () => {
  const risky: [line: string, risk: string][] = [
    ["git reset --hard", "git reset --hard"],
    ["git reset --hard HEAD~3", "git reset --hard HEAD~3"],
    ["git checkout main", "git checkout main"],
    ["git checkout -- .", "git checkout -- ."],
    ["git checkout -b x origin/main", "git checkout -b x"],
    ["git switch main", "git switch main"],
    ["git clean -fdx", "git clean -fdx"],
    ["git stash", "git stash"],
    ["git stash pop", "git stash pop"],
    ["git rebase -i HEAD~3", "git rebase -i HEAD~3"],
    ["git merge feature", "git merge feature"],
    ["git pull", "git pull"],
    ["git restore .", "git restore ."],
    ["git -C sub -c a.b=c --no-pager reset --hard", "git reset --hard"],
    ["GIT_DIR=x git pull", "git pull"],
    ["/usr/bin/git pull", "git pull"],
    ["git add . && git commit -m 'x; y' && git pull", "git pull"],
    ["rm -rf build", "rm -rf"],
    ["rm -fr 'my folder'", "rm -fr"],
    ["rm --recursive x", "rm --recursive"],
    ["rm *.ts", "rm"],
    ["sudo -u me rm -r x", "rm -r"],
    ["find . -name '*.js' | xargs -0 rm -r", "rm -r"],
    ["cd src; (cd a && rm -r b)", "rm -r"],
    ["echo $(rm -r b)", "rm -r"],
    ["timeout 5 rm -r b", "rm -r"],
    ["mv a.ts b.ts", "mv"],
    ["find . -name '*.js' -delete", "find -delete"],
    ["find . -type f -exec rm {} +", "find -exec"],
    ["sed -i s/a/b/ x.ts", "sed -i"],
    ["sed -Ei.bak s/a/b/ x.ts", "sed -i"],
    [": > notes.md", "writing over notes.md"],
    ["cat a>b", "writing over b"],
    ["echo x >| notes.md", "writing over notes.md"],
    ["make 1> out.txt", "writing over out.txt"],
    ["ls | tee list.txt", "tee"],
    ["rsync -a --delete a/ b/", "rsync --delete"],
    ["truncate -s 0 x", "truncate"],
    ["Remove-Item src -Recurse -Force", "Remove-Item -Recurse"],
    ["rmdir /s /q build", "rmdir /s"],
    ["del *.ts", "del"],
    ["gh pr checkout 12", "gh pr checkout"],
    ["hg update -C", "hg update"],
  ];
  for (const [line, risk] of risky)
    it(`is guarded: ${line}`, () => assert.equal(riskyCommand(line), risk));

  const harmless = [
    "",
    "ls -la",
    "git status",
    "git log --oneline | head",
    "git commit -m 'reset --hard'",
    "git reset HEAD~1",
    "git checkout -b topic",
    "git switch -c topic",
    "git clean -nd",
    "git stash list",
    "git restore --staged a.ts",
    "git push --force",
    "echo 'rm -rf /'",
    'echo "git pull"',
    "echo rm -r x",
    "grep -r rm src",
    "# rm -r x",
    "rm a.txt",
    "find . -name x",
    "sed s/a/b/ x.ts",
    "npm test 2> /dev/null",
    "npm test > /dev/null 2>&1",
    "npm test >> log.txt",
    "cat < in.txt",
    "ls | tee -a log.txt",
    "mv --help",
    "'unclosed",
    ">",
  ];
  for (const line of harmless)
    it(`is left alone: ${line}`, () => assert.equal(riskyCommand(line), null));

  it("is not searched when it is a pasted file", () => {
    assert.equal(riskyCommand(`rm -r ${"x".repeat(30_000)}`), null);
  });
});
