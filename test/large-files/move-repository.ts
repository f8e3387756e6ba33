// Pushes a repository with a large file to a real server process and clones it, and looks at how much memory that takes.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGit } from '../support/git-client.ts';
import { testPassword } from '../support/harness.ts';
import type { Moved, Site } from './move-file.ts';

/** So many that git keeps what it gets as one pack, rather than packing all of it anew. */
const files = 120;

/** Moves files of together this size, which can't be compressed and are not, for that would take most of the time. */
export async function moveRepository(site: Site, sizeBytes = site.sizeBytes): Promise<Moved> {
  await site.post('/api/git', { project_id: 101, name: 'large' });
  const url = new URL('/plugins/git/meadow-scrum/large.git', site.base);
  [url.username, url.password] = ['ana', testPassword];
  const work = await mkdtemp(join(tmpdir(), 'tepal-large-git-'));
  const source = join(work, 'source');
  const commit = async (totalBytes: number): Promise<void> => {
    for (let file = 0; file < files; file += 1)
      await writeFile(join(source, String(file)), randomBytes(Math.ceil(totalBytes / files)));
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
    return { ...measured, isSame: heads[0] === heads[1] };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
