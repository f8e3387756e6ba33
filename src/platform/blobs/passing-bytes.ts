// Long streams leave their chunks behind as garbage outside of V8's heap, which V8 lets grow to more than 64 MB because the
// objects in the heap are few. Collecting the young objects now and then frees it sooner.
import { collectYoung } from '../memory/garbage.ts';

const collectEveryBytes = 8 * 1024 * 1024;

/** Passes chunks on, and keeps the memory that they leave behind small. */
export async function* passOn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let passedBytes = 0;
  for await (const chunk of chunks) {
    yield chunk;
    passedBytes += chunk.length;
    if (passedBytes < collectEveryBytes) continue;
    passedBytes = 0;
    collectYoung();
  }
}

/** Bytes that are there as a whole, as a stream of one chunk. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
