// What a backup consists of: its files, and folders in which nothing is but which are needed.
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, syncPath } from '../../platform/files/durable-files.ts';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';

export interface BackupEntry {
  /** Relative, with forward slashes. */
  readonly name: string;
  readonly kind: 'file' | 'program' | 'empty folder';
}

const isListable = (name: string): boolean => !/[\\\p{Cc}\ufffd]/u.test(name);

/**
 * What is below a folder that is not changed any more; makes each folder durable. Throws invalid for a name that can't stand in a
 * list of checksums.
 */
export async function* listEntries(root: string, names: readonly string[]): AsyncGenerator<BackupEntry> {
  for (const name of names) {
    if (!isListable(name))
      throw invalid(
        says('backup.file-name')`${JSON.stringify(name)} can't be the name of a file in a backup; rename it`,
      );
    const path = join(root, name);
    // A link that leads nowhere is no file.
    const facts = await stat(path).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) throw error;
    });
    if (facts?.isDirectory() === true) yield* listBelow(root, name);
    else if (facts?.isFile() === true) yield { name, kind: (facts.mode & 0o100) === 0 ? 'file' : 'program' };
  }
}

async function* listBelow(root: string, folder: string): AsyncGenerator<BackupEntry> {
  const path = join(root, folder);
  let isEmpty = true;
  for await (const { name } of await opendir(path)) {
    isEmpty = false;
    yield* listEntries(root, [`${folder}/${name}`]);
  }
  if (isEmpty) yield { name: folder, kind: 'empty folder' };
  await syncPath(path);
}
