// Bytes kept under random names: in a folder, which several machines may share, or in an S3-compatible bucket.
import { join } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { createFolderStore } from './folder-store.ts';
import { passOn } from './passing-bytes.ts';
import type { S3Location } from './s3-store.ts';

export { oneChunk } from './passing-bytes.ts';
export { listStoredFiles } from './folder-store.ts';
export type { BlobStore, ByteRange, WrittenBlob } from './blob-store.ts';

export interface BlobLocation {
  /** Used where no bucket is named. */
  readonly folder: string;
  readonly s3: S3Location | undefined;
}

/** Attachments stay beside the database unless the settings name another place. */
export function blobLocationOf(
  dataDir: string,
  settings: {
    attachments_folder: string;
    attachments_s3_url: string;
    attachments_s3_region: string;
    attachments_s3_access_key: string;
    attachments_s3_secret_key: string;
  },
): BlobLocation {
  const folder = settings.attachments_folder === '' ? join(dataDir, 'files') : settings.attachments_folder;
  if (settings.attachments_s3_url === '') return { folder, s3: undefined };
  const s3 = {
    bucketUrl: settings.attachments_s3_url,
    region: settings.attachments_s3_region,
    accessKey: settings.attachments_s3_access_key,
    secretKey: settings.attachments_s3_secret_key,
  };
  return { folder, s3 };
}

/** The client of S3 is loaded where it is used only. */
export async function openBlobStore({ folder, s3 }: BlobLocation): Promise<BlobStore> {
  if (s3 === undefined) return leaveLittle(createFolderStore(folder));
  const { createS3Store } = await import('./s3-store.ts');
  return leaveLittle(createS3Store(s3));
}

/** The same store, in which long streams leave little memory behind. */
const leaveLittle = (store: BlobStore): BlobStore => ({
  ...store,
  write: (chunks) => store.write(passOn(chunks)),
  read: (name, range) => passOn(store.read(name, range)),
});
