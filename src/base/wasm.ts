import v8 from "node:v8";

/** As far as it is used here: its full types come with those of a browser. */
interface Wasm {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: object };
}
const { Module, Instance } = (globalThis as unknown as { WebAssembly: Wasm })
  .WebAssembly;

/** Each is on by default. */
const LATER = ["wasm-lazy-compilation", "wasm-dynamic-tiering", "wasm-tier-up"];

/**
 * Makes an instance of code that is compiled at once, quickly, and not again for
 * speed. V8 would do that while the code runs: it takes 25 to 40 MB and more time
 * than the short work of a command gets back, and Node waits for it before it
 * exits (nodejs/node#36616). Work on 100,000 files takes a twentieth longer.
 */
export function instanceOf(code: Uint8Array, imports: object) {
  return new Instance(
    withoutLater(() => new Module(code)),
    imports,
  );
}

function withoutLater<T>(work: () => T): T {
  // Its flags may be frozen, and to set one then ends the process.
  if (process.versions["electron"] !== undefined) return work();
  // They are the process's: set back before anybody else compiles something.
  for (const flag of LATER) v8.setFlagsFromString(`--no-${flag}`);
  try {
    return work();
  } finally {
    for (const flag of LATER) v8.setFlagsFromString(`--${flag}`);
  }
}
