import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPaths } from './find-paths.ts';

const paths = ['src/app/main.ts', 'src/main.ts', 'docs/domain.md', 'src/many/index.ts', 'README.md'];

test('the name counts more than folders, and letters may have others between them', () => {
  assert.deepEqual(findPaths(paths, 'main'), ['src/main.ts', 'src/app/main.ts', 'docs/domain.md', 'src/many/index.ts']);
  assert.deepEqual(findPaths(paths, 's m i'), [
    'src/main.ts',
    'docs/domain.md',
    'src/many/index.ts',
    'src/app/main.ts',
  ]);
  assert.deepEqual(findPaths(paths, 'xyz'), []);
  assert.equal(findPaths(paths, '').length, 5);
});
