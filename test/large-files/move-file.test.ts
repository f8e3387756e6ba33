// Engine: SQLite alone
// A file much larger than the memory that may be taken for it goes through a server, which is killed in the midst of it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { it } from 'node:test';
import { moveFile } from './move-file.ts';

const megabyte = 1024 * 1024;
const isLinux = existsSync('/proc/self/clear_refs');

it(
  'survives a killed server and takes little memory',
  { skip: isLinux ? false : 'the system does not tell the memory of a process' },
  async () => {
    const { isSame, keptBytes, grownMb } = await moveFile(112 * megabyte, { kill: true });
    assert.ok(isSame);
    assert.ok(keptBytes >= 32 * megabyte, `${keptBytes} bytes were kept`);
    // More than this is left for the collector where nobody asks it.
    assert.ok(grownMb < 45, `the server grew by ${grownMb} MB`);
  },
);
