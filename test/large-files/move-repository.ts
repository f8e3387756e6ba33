// Pushes a large repository to a real server process, clones it and reads it as pages do, and looks at how much memory that takes.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGit } from '../support/git-client.ts';
import { at, testPassword } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import type { Moved, Site } from './move-file.ts';

/** So many that git keeps what it gets as one pack, rather than packing all of it anew. */
const files = 120;

export interface MovedRepository extends Moved {
  /** For the folder, who wrote a file of lines, and what the last commit changed. */
  browseSeconds: number;
  archiveSeconds: number;
}

/**
 * Moves files of together this size, which can't be compressed and are not, for that would take most of the time; one more has
 * lines. `isSame` says of what was read, too, that it is what was pushed.
 */
export async function moveRepository(site: Site, sizeBytes = site.sizeBytes): Promise<MovedRepository> {
  const made = await site.post('/api/git', { project_id: 101, name: 'large' });
  const id = Number(at(made, 'id'));
  const url = new URL('/plugins/git/meadow-scrum/large.git', site.base);
  [url.username, url.password] = ['ana', testPassword];
  const work = await mkdtemp(join(tmpdir(), 'tepal-large-git-'));
  const source = join(work, 'source');
  const commit = async (totalBytes: number): Promise<void> => {
    for (let file = 0; file < files; file += 1)
      await writeFile(join(source, String(file)), randomBytes(Math.ceil(totalBytes / files)));
    await writeFile(join(source, 'notes.txt'), `first\n${totalBytes}\n`);
    await runGit(source, 'add', '.');
    await runGit(source, 'commit', '--quiet', '-m', `${totalBytes} bytes`);
  };
  const push = (): Promise<string> => runGit(source, 'push', '--quiet', url.href, 'main');
  const clone = (name: string): Promise<string> => runGit(work, 'clone', '--quiet', '--bare', url.href, name);
  try {
    await runGit(work, 'init', '--quiet', source);
    for (const name of ['core.looseCompression', 'pack.compression', 'pack.window'])
      await runGit(source, 'config', name, '0');
    // What is loaded at first use alone counts before.
    await commit(1000);
    await push();
    await clone('small');
    await commit(sizeBytes);
    const measured = await site.measure(push, () => clone('whole'));
    const heads = await Promise.all([source, join(work, 'whole')].map((path) => runGit(path, 'rev-parse', 'main')));
    const looked: boolean[] = [];
    const read = await site.measure(
      async () => looked.push(await isRead(site, id)),
      async () => looked.push((await countArchive(site, id)) > sizeBytes),
    );
    return {
      ...measured,
      browseSeconds: read.uploadSeconds,
      archiveSeconds: read.downloadSeconds,
      grownMb: Math.max(measured.grownMb, read.grownMb),
      isSame: heads[0] === heads[1] && looked.every(Boolean),
    };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Whether the folder, who wrote the lines and what the last commit changed are told of as they are. */
async function isRead(site: Site, id: number): Promise<boolean> {
  const repository = `/api/git/${id}`;
  const entries = listAt(await site.get(`${repository}/folder?ref=main`));
  const blamed = await site.get(`${repository}/blame?ref=main&path=notes.txt`);
  const changed = listAt(await site.get(`${repository}/commits/main/diff?limit=50`), 'files');
  return (
    entries.length === files + 1 &&
    entries.every((entry) => typeof at(entry, 'last_commit.title') === 'string') &&
    listAt(blamed, 'commits').length === 2 &&
    changed.every((file) => at(file, 'left_out') === 'binary')
  );
}

async function countArchive(site: Site, id: number): Promise<number> {
  const path = `/repositories/${id}/archive?ref=main&format=zip`;
  const { body, status } = await fetch(site.base + path, { headers: site.credentials });
  if (status !== 200 || body === null) throw new Error(`the archive was answered ${status}`);
  let countBytes = 0;
  for await (const chunk of body) if (chunk instanceof Uint8Array) countBytes += chunk.length;
  return countBytes;
}
