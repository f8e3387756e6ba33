// Blobs as objects of a bucket that speaks Amazon's S3 protocol.
import { randomBytes } from 'node:crypto';
import { S3mini } from 's3mini';
import { unavailable } from '../errors.ts';
import type { BlobStore } from './blob-store.ts';

export interface S3Place {
  /** URL of the bucket, its name in the host or in the path; a further path goes before every name. */
  readonly bucketUrl: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Longer blobs go in parts of this size, so that no more than one part is held in memory. S3 allows 10,000 parts. */
const partBytes = 8 * 1024 * 1024;
const requestTimeoutMs = 60_000;

/** Every refusal and every lost connection of the bucket becomes DomainError 'unavailable'. */
export function createS3Store({ bucketUrl, region, accessKey, secretKey }: S3Place): BlobStore {
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
  return {
    async write(chunks) {
      const name = randomBytes(16).toString('hex');
      return { name, sizeBytes: await ask('store one', () => upload(s3, name, chunks)) };
    },
    flush: () => Promise.resolve(),
    async *read(name) {
      const response = await ask('give one', () => s3.getObjectResponse(name));
      const body = response?.body ?? undefined;
      if (body === undefined) throw unavailable(`the bucket of attachments has no ${name}`);
      yield* body;
    },
    sizeOf: (name) =>
      ask('tell the size of one', async () => {
        const found = await s3.objectExists(name);
        return found === true ? s3.getContentLength(name) : undefined;
      }),
    remove: (name) =>
      ask('remove one', async () => {
        await s3.deleteObject(name);
      }),
    describe: (name) => `${bucketUrl.replace(/\/$/, '')}/${name}`,
  };
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
