// Reads a backup again, every byte of it, and compares it with its checksums.
import { join } from 'node:path';
import { readBytes } from '../../platform/files/read-bytes.ts';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { readManifest, readSums, sumUp } from './manifest.ts';
import type { Manifest } from './manifest.ts';

/** Throws invalid for a file that is missing or differs, and as readManifest. `schema`: how many migrations this program knows. */
export async function verifyBackup(
  folder: string,
  schema: number,
  onProgress: (done: number, total: number) => void,
): Promise<Manifest> {
  const manifest = await readManifest(folder, schema);
  let count = 0;
  for await (const { name, sha256 } of readSums(folder)) {
    const found = await sumUp(readBytes(join(folder, name)));
    if (found.sha256 !== sha256)
      throw invalid(
        says('backup.other-bytes')`the backup ${folder} is damaged: the content of ${name} does not match its checksum`,
      );
    count += 1;
    onProgress(count, manifest.files);
  }
  if (count !== manifest.files)
    throw invalid(
      says('backup.file-count')`the backup ${folder} is damaged: it lists ${count} files instead of ${manifest.files}`,
    );
  return manifest;
}
