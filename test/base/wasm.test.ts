import assert from "node:assert/strict";
import v8 from "node:v8";
import { compile } from "../../src/base/wasm";

/** A module with one function, `one`, that returns 1. */
const CODE = Uint8Array.from(
  Buffer.from(
    "0061736d010000000105016000017f03020100070701036f6e6500000a0601040041010b",
    "hex",
  ),
);

describe("compiled code", () => {
  const set: string[] = [];
  const { setFlagsFromString } = v8;
  beforeEach(() => {
    set.length = 0;
    v8.setFlagsFromString = (flag) => {
      set.push(flag);
      setFlagsFromString(flag);
    };
  });
  afterEach(() => {
    v8.setFlagsFromString = setFlagsFromString;
    Reflect.deleteProperty(process.versions, "electron");
  });

  /** Every flag that was turned off is on again. */
  const assertSetBack = () => {
    const off = set.filter((flag) => flag.startsWith("--no-"));
    const on = set.filter((flag) => !flag.startsWith("--no-"));
    assert.equal(off.length, 3);
    assert.deepEqual(
      on,
      off.map((flag) => flag.replace("--no-", "--")),
    );
  };

  it("runs, and leaves the process's flags as they were", () => {
    const { one } = compile(CODE).instance({}).exports as { one: () => number };
    assert.equal(one(), 1);
    assertSetBack();
  });

  it("leaves the flags as they were if it cannot be compiled", () => {
    assert.throws(() => compile(CODE.subarray(0, 20)), /CompileError/);
    assertSetBack();
  });

  it("sets no flags in Electron, which may have frozen them", () => {
    Object.defineProperty(process.versions, "electron", {
      value: "39.0.0",
      configurable: true,
      enumerable: true,
    });
    const { one } = compile(CODE).instance({}).exports as { one: () => number };
    assert.equal(one(), 1);
    assert.deepEqual(set, []);
  });
});
