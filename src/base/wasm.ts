import v8 from "node:v8";

/** As far as it is used here: its full types come with those of a browser. */
interface Wasm {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: object };
}
const { Module, Instance } = (globalThis as unknown as { WebAssembly: Wasm })
  .WebAssembly;

/** Each is on by default in these; V8 complains aloud of one that it does not know. */
const TRIED = /^v2[0-4]\./;
const LATER = ["wasm-lazy-compilation", "wasm-dynamic-tiering", "wasm-tier-up"];

/** A module and its instances. */
export interface Compiled {
  instance(imports: object): { exports: object };
}

/**
 * Compiles code at once, quickly, and not again for speed. V8 would do that while
 * the code runs: it takes 25 to 40 MB and more time than the short work of a
 * command gets back, and Node waits for it before it exits (nodejs/node#36616).
 * Work on 100,000 files takes a twentieth longer.
 */
export function compile(code: Uint8Array): Compiled {
  const module = withoutLater(() => new Module(code));
  return { instance: (imports) => new Instance(module, imports) };
}

function withoutLater<T>(work: () => T): T {
  // Electron's may be frozen, and to set one then ends the process.
  const isElectron = process.versions["electron"] !== undefined;
  if (isElectron || !TRIED.test(process.version)) return work();
  // They are the process's: set back before anybody else compiles something.
  for (const flag of LATER) v8.setFlagsFromString(`--no-${flag}`);
  try {
    return work();
  } finally {
    for (const flag of LATER) v8.setFlagsFromString(`--${flag}`);
  }
}
