import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gatherFiles, listEarlyFiles, readManifest, readTogether } from './early-files.ts';

it('lists what a page needs beside the document, once, styles too', () => {
  const manifest = readManifest(
    JSON.stringify({
      'index.html': { file: 'assets/index.js', imports: ['_common.js'], css: ['assets/index.css'], isEntry: true },
      '_common.js': { file: 'assets/common.js' },
      '_shared.js': { file: 'assets/shared.js', imports: ['index.html'], css: ['assets/shared.css'] },
      'a.page.tsx': { file: 'assets/a.js', imports: ['_shared.js', '_common.js'] },
      'b.ts': { file: 'assets/b.js', imports: ['_shared.js'] },
    }),
  );
  assert.deepEqual(listEarlyFiles(manifest, ['a.page.tsx', 'b.ts', 'gone.ts']), [
    'assets/a.js',
    'assets/shared.js',
    'assets/shared.css',
    'assets/b.js',
  ]);
  assert.deepEqual(listEarlyFiles(manifest, []), []);
});

it('names files that stand together once, where all of them are needed', () => {
  const together = readTogether(
    JSON.stringify({
      'page.js': ['a.js', 'shared.js'],
      'texts.js': ['en.js', 'more.js'],
      'other.js': ['shared.js', 'c.js'],
    }),
  );
  assert.deepEqual(gatherFiles(['a.js', 'shared.js', 'a.css', 'en.js'], together), [
    { file: 'page.js', holds: ['a.js', 'shared.js'] },
    { file: 'a.css', holds: [] },
    { file: 'en.js', holds: [] },
  ]);
  assert.deepEqual(gatherFiles(['c.js'], together), [{ file: 'c.js', holds: [] }]);
});
