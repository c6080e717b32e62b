import assert from "node:assert/strict";
import {
  menuChoices,
  type MenuFacts,
} from "../../../src/extension/commands/menuChoices";

describe("the menu of the status bar", () => {
  const labels = (facts: Partial<MenuFacts>) =>
    menuChoices({
      states: [],
      isPaused: false,
      isEnabled: true,
      troubles: [],
      baselines: [],
      ...facts,
    })
      .flatMap((choice) => ("label" in choice ? choice.label : []))
      .map((label) => label.replace(/\.\.\.$/, ""));
  const always = ["Open Walkthrough", "Show Log"];

  it("has the main commands if something is recorded", () => {
    const all = labels({ states: ["refused", "ready"] });
    for (const label of ["Create", "Restore", "Undo Restore", "Show Storage"])
      assert.ok(all.includes(label), label);
    assert.ok(!all.includes("Record This Folder Anyway"));
    assert.ok(
      labels({ states: ["ready", "over-budget"] }).includes(
        "Record This Folder Anyway",
      ),
    );
  });

  it("starts with the remedies for a damaged history or a failure", () => {
    const first = (...troubles: MenuFacts["troubles"]) =>
      labels({ states: ["ready"], troubles })[0];
    assert.equal(first("damaged"), "Verify Store");
    assert.equal(first("io"), "Try Again");
    assert.equal(first(), "Create");
  });

  it("names the baseline, and drops it", () => {
    const all = labels({ states: ["ready"], baselines: [12] });
    assert.ok(all.includes("Clear Baseline #12"));
    assert.ok(
      !labels({ states: ["ready"] })
        .join()
        .includes("Baseline"),
    );
  });

  it("offers to pause, or to resume", () => {
    const pause = "Pause Automatic Checkpoints";
    const resume = "Resume Automatic Checkpoints";
    assert.ok(labels({ states: ["ready"] }).includes(pause));
    const paused = labels({ states: ["paused"], isPaused: true });
    assert.ok(paused.includes(resume) && !paused.includes(pause));
  });

  const remedies: [facts: Partial<MenuFacts>, remedies: string[]][] = [
    [{}, ["Open Folder"]],
    [{ states: ["refused"] }, ["Open Folder"]],
    [{ states: ["unsupported"] }, ["Open Folder"]],
    [{ states: ["refused"], isEnabled: false }, ["Turn On in Settings"]],
    [{ states: ["failed"] }, ["Try Again"]],
    [
      { states: ["over-budget"] },
      ["Exclude Folders", "Record This Folder Anyway"],
    ],
  ];
  for (const [facts, wanted] of remedies)
    it(`offers remedies, and nothing that would fail, for ${JSON.stringify(facts)}`, () => {
      assert.deepEqual(labels(facts), [...wanted, ...always]);
    });
});
