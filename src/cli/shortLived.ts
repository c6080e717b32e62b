import v8 from "node:v8";

/**
 * Tells V8 that this process will not live long. The index is WebAssembly, and
 * V8 optimizes each function of it soon after its first use, on other threads:
 * at the start of every command that costs more than the command itself. With
 * a larger budget only what is really busy is optimized, a little later.
 * Measured: opening a store takes about two thirds of the processor time.
 */
export function expectShortLife(v8Version = process.versions.v8): void {
  // An engine that does not know the flag would complain on stderr.
  const major = Number(v8Version.split(".")[0]);
  if (major >= 11 && major <= 13)
    v8.setFlagsFromString("--wasm-tiering-budget=100000000");
}
