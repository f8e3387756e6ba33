// Engine: SQLite alone (no database). Whom texts name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listMentions, listNewMentions, mentionsMax } from './mentions.ts';

test('texts name people by @ and their user name', () => {
  const rows: [text: string, names: string[]][] = [
    ['@ana', ['ana']],
    ['Ask @Ana, or @bruno.b.', ['ana', 'bruno.b']],
    ['(@ana) "@bruno"\n@chika_2-x', ['ana', 'bruno', 'chika_2-x']],
    ['ana@example.org, x.@ana, https://example.org/@ana, @@ana, @1', []],
    ['`@ana` ```\n@bruno\n``` @chika', ['chika']],
    ['', []],
  ];
  for (const [text, names] of rows) assert.deepEqual([...listMentions(text)], names, text);
});

test('long and hostile texts are read at once, for so many names', () => {
  const before = performance.now();
  assert.equal(listMentions(Array.from({ length: 5000 }, (_, at) => `@name${at}`).join(' ')).size, mentionsMax);
  for (const text of ['@a' + '.'.repeat(200_000), '`'.repeat(200_000), '@a-'.repeat(70_000), '```'.repeat(60_001)])
    listMentions(text);
  assert.ok(performance.now() - before < 500);
});

test('a text that is changed names those who were not named before', () => {
  const texts = { from: 'For @ana', to: 'For @ana and @bruno' };
  const change = { ...texts, kind: 'text' as const, added: [], removed: [], lines: 1 };
  const field = { fieldId: 1, label: '', change };
  const comment = { by: 1, atMs: 0, text: 'Hello @chika', html: '' };
  assert.deepEqual([...listNewMentions({ fields: [field], comments: [comment] })].sort(), ['bruno', 'chika']);
});
