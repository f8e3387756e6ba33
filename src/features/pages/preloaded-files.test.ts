import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listPreloadedFiles, readManifest } from './preloaded-files.ts';

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
  assert.deepEqual(listPreloadedFiles(manifest, ['a.page.tsx', 'b.ts', 'gone.ts']), [
    'assets/a.js',
    'assets/shared.js',
    'assets/shared.css',
    'assets/b.js',
  ]);
  assert.deepEqual(listPreloadedFiles(manifest, []), []);
});
