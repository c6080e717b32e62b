import type { Layer } from "../../model/version";
import type { Value } from "./sql";

/** Converts values to and from their representation in the index's tables. */

export function hashBytes(hash: string): Uint8Array {
  return Buffer.from(hash, "hex");
}

export function hashText(bytes: Value | undefined): string {
  return Buffer.from(bytes as Uint8Array).toString("hex");
}

export function layerCode(layer: Layer): 0 | 1 {
  return layer === "unsaved" ? 1 : 0;
}

export function layerOf(code: unknown): Layer {
  return code === 1 ? "unsaved" : "disk";
}

export function jsonIn<T>(value: Value | undefined): T | null {
  return value === null ? null : (JSON.parse(value as string) as T);
}

/** The bounds of the paths below a folder: after `folder/`, before `folder0`. */
export function below(folder: string): [after: string, before: string] {
  return [folder + "/", folder + "0"];
}
