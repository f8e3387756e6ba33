// A file much larger than the memory that may be taken for it goes through a server, which is killed in the midst of it; then a
// repository does.
// Tier: all, because it moves many bytes.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { skipGit } from '../support/git-client.ts';
import { moveFile, withSite } from './move-file.ts';
import { moveRepository } from './move-repository.ts';

const megabyte = 1024 * 1024;
const isLinux = existsSync('/proc/self/clear_refs');
const skip = isLinux ? false : 'the system does not tell the memory of a process';

test('large things take little memory', { skip }, (context) =>
  withSite(80 * megabyte, async (site) => {
    await context.test('a file, which survives a killed server', async () => {
      const { isSame, keptBytes, grownMb } = await moveFile(site, { kill: true });
      assert.ok(isSame);
      assert.ok(keptBytes >= 32 * megabyte, `${keptBytes} bytes were kept`);
      // More than this is left for the collector where nobody asks it.
      assert.ok(grownMb < 45, `the server grew by ${grownMb} MB`);
    });
    await context.test(
      'a repository that is pushed, cloned, read and had as an archive',
      { skip: skipGit },
      async () => {
        const { isSame, grownMb } = await moveRepository(site, 48 * megabyte);
        assert.ok(isSame);
        assert.ok(grownMb < 35, `the server grew by ${grownMb} MB`);
      },
    );
  }),
);
