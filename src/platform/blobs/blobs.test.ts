// Every kind of store does the same; the bucket is one of a real S3-compatible server, which checks signatures.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startBucket } from './bucket.testing.ts';
import type { Bucket } from './bucket.testing.ts';
import { blobLocationOf, openBlobStore } from './index.ts';
import type { BlobLocation, BlobStore } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tepal-blobs-'));
const bucketFolder = mkdtempSync(join(tmpdir(), 'tepal-bucket-'));
async function* cut(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

/** Bytes that differ from place to place. */
const makeBytes = (length: number): Buffer => Buffer.alloc(length, 'a pattern of 31 bytes, repeated');

let bucket: Bucket;
let place: BlobLocation;
before(async () => {
  bucket = await startBucket(bucketFolder);
  place = { folder, s3: bucket.s3 };
});
after(async () => {
  await bucket.stop();
  for (const path of [folder, bucketFolder]) rmSync(path, { recursive: true });
});

for (const kind of ['folder', 'bucket'] as const) {
  const open = (): Promise<BlobStore> => openBlobStore(kind === 'folder' ? { folder, s3: undefined } : place);

  describe(`a ${kind}`, () => {
    for (const length of [0, 1, 8 * 1024 * 1024, 8 * 1024 * 1024 + 1, 20_000_000]) {
      it(`gives back ${length} bytes as they came`, async () => {
        const store = await open();
        const bytes = makeBytes(length);
        const written = await store.write(cut(bytes, 1_000_000));
        await store.flush();
        assert.equal(written.sizeBytes, length);
        assert.equal(await store.sizeOf(written.name), length);
        assert.ok((await collect(store.read(written.name))).equals(bytes));
      });
    }

    it('gives a part of a blob', async () => {
      const store = await open();
      const bytes = makeBytes(100_000);
      const { name } = await store.write(cut(bytes, 30_000));
      for (const [start, end] of [
        [0, 1],
        [99_999, 100_000],
        [70_000, 95_001],
        [0, 100_000],
      ] as const)
        assert.ok((await collect(store.read(name, { start, end }))).equals(bytes.subarray(start, end)));
    });

    it('knows nothing of what was removed, and removes it again without complaint', async () => {
      const store = await open();
      const { name } = await store.write(cut(makeBytes(10), 10));
      await store.remove(name);
      await store.remove(name);
      assert.equal(await store.sizeOf(name), undefined);
      await assert.rejects(collect(store.read(name)));
    });

    it('keeps nothing of a stream that breaks', async () => {
      const store = await open();
      const names = (): string[] => readdirSync(kind === 'folder' ? folder : join(bucketFolder, 'tepal'));
      const before = names();
      async function* breaking(): AsyncGenerator<Uint8Array> {
        yield makeBytes(9_000_000);
        throw new Error('the line went dead');
      }
      await assert.rejects(store.write(breaking()));
      assert.deepEqual(names(), before);
    });
  });
}

describe('a bucket', () => {
  it('that refuses the key is unavailable', async () => {
    const store = await openBlobStore({ folder, s3: { ...bucket.s3, secretKey: 'wrong' } });
    await assert.rejects(store.write(cut(makeBytes(10), 10)), { kind: 'unavailable' });
  });

  it('that does not answer is unavailable', async () => {
    const s3 = { bucketUrl: 'http://127.0.0.1:1/tepal', region: 'auto', accessKey: 'a', secretKey: 'b' };
    const store = await openBlobStore({ folder, s3 });
    await assert.rejects(store.write(cut(makeBytes(10), 10)), { kind: 'unavailable' });
    await assert.rejects(store.sizeOf('x'), { kind: 'unavailable' });
  });
});

describe('the place of attachments', () => {
  const settings = {
    attachments_folder: '',
    attachments_s3_url: '',
    attachments_s3_region: 'auto',
    attachments_s3_access_key: 'key',
    attachments_s3_secret_key: 'secret',
  };
  it('is beside the database, or where the settings say', () => {
    assert.deepEqual(blobLocationOf('/data', settings), { folder: join('/data', 'files'), s3: undefined });
    assert.equal(blobLocationOf('/data', { ...settings, attachments_folder: '/mnt/shared' }).folder, '/mnt/shared');
    const bucketUrl = 'https://s3.example.com/tepal';
    assert.deepEqual(blobLocationOf('/data', { ...settings, attachments_s3_url: bucketUrl }).s3, {
      bucketUrl,
      region: 'auto',
      accessKey: 'key',
      secretKey: 'secret',
    });
  });
});
