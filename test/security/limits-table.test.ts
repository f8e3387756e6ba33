// contract/limits.tsv lists every limit with its value, as the sources declare it: a limit that is added, removed or changed
// shows in the file's difference.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { readConstants, writeLimits } from './limits.ts';

it('every setting and constant that bounds something is listed with its value, and nothing else is', () => {
  const listed = readFileSync(new URL('../../contract/limits.tsv', import.meta.url), 'utf8');
  const toRows = (text: string): Set<string> => new Set(text.split('\n'));
  const [written, declared] = [toRows(listed), toRows(writeLimits())];
  assert.deepEqual(
    { missing: [...declared.difference(written)], outdated: [...written.difference(declared)] },
    { missing: [], outdated: [] },
    'Limits changed: run `npm run contract`, read the difference of contract/limits.tsv, and keep it.',
  );
  assert.equal(listed, writeLimits());
});

it('a constant counts by its name, with its product and its comment', () => {
  const text = [
    '/** Parts of\n * a message. */\nexport const partsMax = 2 * 1_000;',
    '/** No limit. */\nconst parts = 3;',
    '// Of one answer.\nconst readTimeoutMs: number = 0.5;',
    'const linesAtOnce = 7; // Of one file.\nconst wordsAtOnce = 8;',
  ].join('\n\n');
  assert.deepEqual(
    readConstants('a.ts', text).map(({ name, value, meaning }) => [name, value, meaning]),
    [
      ['partsMax', 2000, 'Parts of a message.'],
      ['readTimeoutMs', 0.5, 'Of one answer.'],
      ['linesAtOnce', 7, 'Of one file.'],
      ['wordsAtOnce', 8, ''],
    ],
  );
});
