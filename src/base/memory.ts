/**
 * Gives the memory of bytes back at once, where the platform can (Node 21 on);
 * else it stays until it is collected, and V8 lets tens of megabytes gather
 * before it looks for them. Nobody may use the bytes, or others of the same
 * buffer, any more.
 */
export function giveBack(bytes: ArrayBufferView): void {
  const { buffer } = bytes as { buffer: ArrayBufferLike & Transferable };
  // Small buffers share one, which is not ours alone; an empty one is given back.
  const { byteLength } = buffer;
  if (byteLength === 0 || byteLength === Buffer.poolSize) return;
  if (buffer instanceof ArrayBuffer) buffer.transfer?.(0);
}

interface Transferable {
  transfer?(newByteLength: number): ArrayBuffer;
}
