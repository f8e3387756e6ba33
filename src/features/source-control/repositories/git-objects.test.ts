import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { toAbsolutePath } from '../../../platform/files/absolute-path.ts';
import { readCommits } from './git-objects.ts';
import { createGitProgram } from './git-program.ts';

describe('reading commits', () => {
  let folder = '';
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'tepal-commits-'))));
  after(() => rm(folder, { recursive: true }));
  const call = (args: string[], input = ''): string =>
    execFileSync('git', ['-C', join(folder, 'one'), ...args], { input })
      .toString()
      .trim();

  const write = (message: string): string => {
    const tree = call(['mktree']);
    const head = `tree ${tree}\nauthor A <a@example.org> 1600000000 +0000\ncommitter A <a@example.org> 1600000000 +0000\n`;
    return call(['hash-object', '-t', 'commit', '-w', '--stdin'], `${head}\n${message}`);
  };

  it('gives those that are there by the names asked for, and none of those whose messages are no messages', async () => {
    execFileSync('git', ['init', '--quiet', '--bare', join(folder, 'one')]);
    const [one, two] = [write('One\n'), write('Two\n\nwith more\n')];
    const blob = call(['hash-object', '-w', '--stdin'], 'text');
    const tag = `object ${two}\ntype commit\ntag t\ntagger A <a@example.org> 1600000000 +0000\n\nTag\n`;
    const tagged = call(['hash-object', '-t', 'tag', '-w', '--stdin'], tag);
    const missing = '0'.repeat(40);
    const git = createGitProgram(toAbsolutePath(folder));
    const repository = { folder: 'one' };
    const read = async (...names: string[]) =>
      [...(await readCommits(git, repository, names))].map(([name, { hash, message }]) => [name, hash, message]);
    const found = [
      [one, one, 'One\n'],
      [tagged, two, 'Two\n\nwith more\n'],
      [two.slice(0, 12), two, 'Two\n\nwith more\n'],
    ];
    assert.deepEqual(await read(missing, one, blob, tagged, one, two.slice(0, 12)), found);
    const long = write('x'.repeat(300_000));
    assert.deepEqual(await read(long, one), [[one, one, 'One\n']]);
    const longer = write('x'.repeat(9_000_000));
    assert.deepEqual(await read(one, longer, tagged, two.slice(0, 12), long), found, 'more than is read at once');
    assert.deepEqual(await read(longer), []);
    assert.deepEqual(await read(), []);
  });
});
