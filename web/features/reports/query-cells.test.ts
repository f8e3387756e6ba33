import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cellText, findPosition, plainText, readCell, writeCsv } from './query-cells.ts';

it('reads each type of column', () => {
  const texts = [
    readCell('pretty_title', { tracker_name: 'task', color: 'red-wine', artifact_id: 3, title: 'Fix it' }),
    readCell('tracker', { name: 'Tasks', color: 'red-wine' }),
    readCell('numeric', { value: 2.5 }),
    readCell('numeric', { value: null }),
    readCell('date', { value: '2026-02-03T00:00:00+01:00', with_time: false }),
    readCell('date', { value: '2026-02-03T00:30:00+01:00', with_time: true }),
    readCell('list_user', { value: [{ display_name: 'Ada' }, { display_name: 'Sam' }] }),
    readCell('list_static', { value: [{ label: 'New', color: null }] }),
    readCell('text', { value: '<p>1 &lt; 2</p>' }),
    readCell('list_static', undefined),
  ].map((cell) => cellText(cell, 'Asia/Tokyo'));
  assert.deepEqual(texts, [
    'task #3 Fix it',
    'Tasks',
    '2.5',
    '',
    '2026-02-03',
    '2026-02-03 08:30',
    'Ada;Sam',
    'New',
    '1 < 2',
    '',
  ]);
});

it('shows numbers of artifacts as they are called', () =>
  assert.deepEqual(readCell('numeric', { value: 2043 }, true), { kind: 'text', text: '2043' }));

it('unescapes once', () => assert.equal(plainText('&amp;lt;'), '&lt;'));

it('writes a file that no spreadsheet calculates with', () => {
  const selected = [
    { name: '@artifact', type: 'artifact' },
    { name: '@title', type: 'text' },
    { name: 'effort', type: 'numeric' },
  ];
  const row = (id: number, value: string, effort: number) => ({
    '@artifact': { id },
    '@title': { value },
    effort: { value: effort },
  });
  const csv = writeCsv({ selected, artifacts: [row(1, '=1+1', -2), row(2, 'a "b", c', 3)] }, 'UTC');
  assert.equal(csv, 'id,@title,effort\r\n1,\'=1+1,-2\r\n2,"a ""b"", c",3\r\n');
});

it('finds where a query is wrong', () => {
  assert.equal(findPosition('SELECT\n@id FROM', 'tql_query: line 2, column 5: found FROM'), 11);
  assert.equal(findPosition('SELECT', 'something else'), undefined);
  assert.equal(findPosition('SELECT', 'line 9, column 9: the end'), 6);
});
