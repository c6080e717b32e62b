import v8 from "node:v8";

/** The parts of WebAssembly used here; its full types come only with the browser's. */
interface Wasm {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: object };
}
const { Module, Instance } = (globalThis as unknown as { WebAssembly: Wasm })
  .WebAssembly;

/** Flags that are on by default in these versions. V8 prints a warning for flags it does not know. */
const TRIED = /^v2[0-4]\./;
const LATER = ["wasm-lazy-compilation", "wasm-dynamic-tiering", "wasm-tier-up"];

/** A module and its instances. */
export interface Compiled {
  instance(imports: object): { exports: object };
}

/**
 * Compiles code once with the quick compiler and never optimises it. Optimising
 * would take 25 to 40 MB and more time than a short command can win back, and Node
 * waits for it before it exits (nodejs/node#36616). Work on 100,000 files takes
 * 5 % longer without it.
 */
export function compile(code: Uint8Array): Compiled {
  const module = withoutLater(() => new Module(code));
  return { instance: (imports) => new Instance(module, imports) };
}

function withoutLater<T>(work: () => T): T {
  // Electron may have frozen its flags; setting one then ends the process.
  const isElectron = process.versions["electron"] !== undefined;
  if (isElectron || !TRIED.test(process.version)) return work();
  // Flags belong to the process, so they are reset before anything else is compiled.
  for (const flag of LATER) v8.setFlagsFromString(`--no-${flag}`);
  try {
    return work();
  } finally {
    for (const flag of LATER) v8.setFlagsFromString(`--${flag}`);
  }
}
