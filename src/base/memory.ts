/**
 * Frees the memory of a buffer immediately if the platform can (Node 21 or newer).
 * Otherwise it waits for the garbage collector, and V8 lets tens of megabytes pile
 * up first. The bytes, and others in the same ArrayBuffer, must not be used again.
 */
export function giveBack(bytes: ArrayBufferView): void {
  const { buffer } = bytes as { buffer: ArrayBufferLike & Transferable };
  // Small buffers share an ArrayBuffer with others, so it cannot be freed.
  const { byteLength } = buffer;
  if (byteLength === 0 || byteLength === Buffer.poolSize) return;
  if (buffer instanceof ArrayBuffer) buffer.transfer?.(0);
}

interface Transferable {
  transfer?(newByteLength: number): ArrayBuffer;
}
