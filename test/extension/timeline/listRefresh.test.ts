import assert from "node:assert/strict";
import { ListRefresh } from "../../../src/extension/timeline/listRefresh";
import { shortTime } from "../../../src/wording/times";
import { plain } from "../../../src/wording/voice";
import { ManualTime } from "../../helpers/manualTime";

const GATHER_MS = 200;
const MINUTE_MS = 60_000;

describe("a list of rows that tell how old they are", () => {
  let time: ManualTime;
  let refresh: ListRefresh;
  let isVisible: boolean;
  let look: () => Promise<string>;
  let redrawn: number;
  beforeEach(() => {
    time = new ManualTime();
    isVisible = true;
    redrawn = 0;
    const at = new Date(time.now()).toISOString();
    look = async () =>
      shortTime(
        at,
        { now: time.now(), locale: "en", format: "relative" },
        plain,
      );
    refresh = new ListRefresh(
      {
        isVisible: () => isVisible,
        look: () => look(),
        redraw: () => redrawn++,
      },
      GATHER_MS,
      time,
    );
  });
  afterEach(() => refresh.dispose());
  /** As the tree does when something changed. */
  const draw = async () => refresh.noteDrawn(await look());

  it("is redrawn as its rows grow older, though nothing happens", async () => {
    await draw();
    assert.equal(await look(), "just now");
    for (const age of ["1 min ago", "2 min ago"]) {
      redrawn = 0;
      await time.advance(MINUTE_MS);
      assert.equal(redrawn, 1);
      await draw();
      assert.equal(await look(), age);
    }
  });

  it("stays while it looks the same", async () => {
    look = async () => "16 Nov, 10:00";
    await draw();
    refresh.soon();
    await time.advance(3 * MINUTE_MS);
    assert.equal(redrawn, 0);
  });

  it("is drawn once for a burst of changes", async () => {
    await draw();
    look = async () => "another";
    for (let i = 0; i < 5; i++) refresh.soon();
    await time.advance(GATHER_MS);
    assert.equal(redrawn, 1);
  });

  it("is left alone while nobody sees it, and after its end", async () => {
    await draw();
    isVisible = false;
    await time.advance(2 * MINUTE_MS);
    isVisible = true;
    refresh.soon();
    refresh.dispose();
    await time.advance(2 * MINUTE_MS);
    assert.equal(redrawn, 0);
  });

  it("is redrawn when it cannot be asked, so that the tree shows why", async () => {
    look = () => Promise.reject(new Error("gone"));
    refresh.soon();
    await time.advance(GATHER_MS);
    assert.equal(redrawn, 1);
  });
});
