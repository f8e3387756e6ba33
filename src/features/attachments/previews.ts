// Small pictures of attached images: made when somebody first asks, kept in the blob store. Nothing large is decoded, and
// one at a time.
import { oneChunk } from '../../platform/blobs/index.ts';
import { tooManyRequests } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import * as store from './attachments.store.ts';
import type { FileRow } from './attachments.store.ts';
import { collectBytes, openBytes } from './file-bytes.ts';
import { findInlineType, headBytes, readPixels } from './images.ts';
import type { Pixels } from './images.ts';
import type { UploadDeps } from './uploads.ts';

export const previewType = 'image/webp';

/** Longest side of a preview, in pixels. */
const previewSide = 480;
const previewQuality = 80;
/** Bytes of a picture that is made smaller; a larger one has no preview. */
const sourceMaxBytes = 32 * 1024 * 1024;
/** Decoded, four bytes each. */
const sourceMaxPixels = 40_000_000;
/** Previews of one process that wait for the one under way; more are answered 429. */
const waitingMax = 20;

/**
 * Gives the name of the blob with a file's preview; undefined where there is none, because the file is no image, or too
 * large. Throws 'rate-limited' where too many are being made.
 */
export function createPreviews(deps: UploadDeps): (file: FileRow) => Promise<string | undefined> {
  const semaphore = createSemaphore({
    parallel: 1,
    maxWaiting: waitingMax,
    refuse: () => tooManyRequests(says('preview.busy')`too many previews are being created; try again in a moment`),
  });
  return async ({ id, preview_path: known }) => {
    const path = known ?? (await semaphore.run(() => makePreview(deps, id)));
    return path === '' ? undefined : path;
  };
}

/** The new preview's blob, or an empty name, which is kept too, so that what can't be done is tried once. */
async function makePreview({ database, blobs }: UploadDeps, id: number): Promise<string> {
  const file = await store.findFile(database.read, id);
  if (file === undefined) return '';
  if (file.preview_path !== null) return file.preview_path;
  const image = await collectImage({ database, blobs }, file);
  const small = image === undefined ? undefined : await shrink(image);
  const path = small === undefined ? '' : (await blobs.write(oneChunk(small))).name;
  if (path !== '') await blobs.flush();
  const kept = await database.transact(async (tx) => {
    const current = await store.findFile(tx, id);
    if (current === undefined || current.preview_path !== null) return current?.preview_path ?? '';
    await store.updateFile(tx, id, { preview_path: path });
    return path;
  });
  if (kept !== path && path !== '') await blobs.remove(path);
  return kept;
}

interface Image extends Pixels {
  bytes: Buffer;
}

/** The bytes of an image that is not too large to be decoded. */
async function collectImage(
  { database, blobs }: Pick<UploadDeps, 'database' | 'blobs'>,
  file: FileRow,
): Promise<Image | undefined> {
  const { sizeBytes, read } = await openBytes(database.read, blobs, file);
  if (sizeBytes > sourceMaxBytes) return undefined;
  const type = await findInlineType(await collectBytes(read({ start: 0, end: headBytes })));
  if (type === undefined) return undefined;
  const bytes = await collectBytes(read({ start: 0, end: sizeBytes }));
  const pixels = readPixels(type, bytes);
  return pixels === undefined || pixels.width * pixels.height > sourceMaxPixels ? undefined : { bytes, ...pixels };
}

/** A WebP that is turned as the image asks for and fits a square of previewSide; undefined for a broken image. */
async function shrink({ bytes, width, height }: Image): Promise<Buffer | undefined> {
  const { ResizeFit, Transformer } = await import('@napi-rs/image');
  const image = new Transformer(bytes).rotate();
  if (Math.max(width, height) > previewSide) {
    image.resize({ width: previewSide, height: previewSide, fit: ResizeFit.Inside });
  }
  try {
    return await image.webp(previewQuality);
  } catch (error) {
    // The package says in no other way that it can't read an image.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
