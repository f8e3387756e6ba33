import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAbsolutePath, joinPath, toAbsolutePath } from './absolute-path.ts';

test('a path is absolute once, whatever the working folder is', () => {
  assert.equal(toAbsolutePath('data'), join(process.cwd(), 'data'));
  assert.equal(toAbsolutePath('../log', '/srv/tepal'), '/srv/log');
  assert.equal(toAbsolutePath('/srv/log', '/srv/tepal'), '/srv/log');
  assert.equal(joinPath(toAbsolutePath('/srv'), 'git', 'hooks'), '/srv/git/hooks');
});

test('a path of another system is none of this one', { skip: process.platform === 'win32' }, () => {
  for (const path of ['C:\\git', '\\\\server\\git', 'git', './git', ''])
    assert.equal(isAbsolutePath(path), false, path);
});
