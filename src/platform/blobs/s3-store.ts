// Blobs as objects of a bucket that speaks Amazon's S3 protocol.
import { randomBytes } from 'node:crypto';
import { S3mini } from 's3mini';
import { unavailable } from '../errors.ts';
import type { BlobStore } from './blob-store.ts';

export interface S3Location {
  /** URL of the bucket, its name in the host or in the path; a further path goes before every name. */
  readonly bucketUrl: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Longer blobs go in parts of this size, so that no more than one part is held in memory. S3 allows 10,000 parts. */
const partBytes = 8 * 1024 * 1024;
/** Read at a time, so that a request to the bucket ends in time however slowly somebody takes the bytes. */
const pieceBytes = 4 * 1024 * 1024;
/** Milliseconds that one request to the bucket may take, with what it reads; then it fails. */
const requestTimeoutMs = 60_000;

/** Every refusal and every lost connection of the bucket becomes DomainError 'unavailable'. */
export function createS3Store({ bucketUrl, region, accessKey, secretKey }: S3Location): BlobStore {
  const s3 = new S3mini({
    endpoint: bucketUrl,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    requestAbortTimeout: requestTimeoutMs,
  });
  const ask = async <R>(what: string, work: () => Promise<R>): Promise<R> => {
    try {
      return await work();
    } catch (error) {
      throw unavailable(`the bucket of attachments could not ${what}`, error);
    }
  };
  const sizeOf = (name: string): Promise<number | undefined> =>
    ask('tell the size of one', async () => {
      const found = await s3.objectExists(name);
      return found === true ? s3.getContentLength(name) : undefined;
    });
  return {
    async write(chunks) {
      const name = randomBytes(16).toString('hex');
      return { name, sizeBytes: await ask('store one', () => upload(s3, name, chunks)) };
    },
    flush: () => Promise.resolve(),
    async *read(name, range) {
      const end = range?.end ?? (await sizeOf(name));
      if (end === undefined) throw unavailable(`the bucket of attachments has no ${name}`);
      for (let start = range?.start ?? 0; start < end; start += pieceBytes) {
        yield await ask('give one', () => readPiece(s3, name, start, Math.min(end, start + pieceBytes)));
      }
    },
    sizeOf,
    remove: (name) =>
      ask('remove one', async () => {
        await s3.deleteObject(name);
      }),
    describe: (name) => `${bucketUrl.replace(/\/$/, '')}/${name}`,
  };
}

async function readPiece(s3: S3mini, name: string, start: number, end: number): Promise<Uint8Array> {
  const response = await s3.getObjectRaw(name, false, start, end);
  const given = new Uint8Array(await response.arrayBuffer());
  // A server may answer with more than was asked for, or with everything (RFC 9110, 14.2).
  const from = response.status === 206 ? 0 : start;
  const bytes = given.subarray(from, from + end - start);
  if (bytes.length < end - start) throw new Error(`the bucket gave ${bytes.length} bytes instead of ${end - start}`);
  return bytes;
}

async function upload(s3: S3mini, name: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let uploadId: string | undefined;
  const parts: Awaited<ReturnType<S3mini['uploadPart']>>[] = [];
  let sizeBytes = 0;
  try {
    for await (const { bytes, isLast } of cutIntoParts(chunks)) {
      sizeBytes += bytes.length;
      if (isLast && uploadId === undefined) {
        await s3.putObject(name, bytes);
        return sizeBytes;
      }
      uploadId ??= await s3.getMultipartUploadId(name);
      parts.push(await s3.uploadPart(name, uploadId, bytes, parts.length + 1));
    }
    if (uploadId !== undefined) await s3.completeMultipartUpload(name, uploadId, parts);
    return sizeBytes;
  } catch (error) {
    if (uploadId !== undefined) await s3.abortMultipartUpload(name, uploadId);
    throw error;
  }
}

/** Whole parts, and one last that may be shorter, or empty where there is nothing at all. */
async function* cutIntoParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes <= partBytes) continue;
    const all = Buffer.concat(held);
    let start = 0;
    for (; all.length - start > partBytes; start += partBytes) {
      yield { bytes: all.subarray(start, start + partBytes), isLast: false };
    }
    held = [all.subarray(start)];
    heldBytes = all.length - start;
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}
