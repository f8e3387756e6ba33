// What values of artifacts say, in the shapes of the API.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { choicesOf, chosenIds, readShown } from './values.ts';
import { loadParts } from '../fields/index.ts';

before(loadParts);

it('shows texts, numbers, dates, lists, people and links, and nothing where there is nothing', () => {
  const shown = (value: { type: string } & Record<string, unknown>) => readShown(value);
  assert.deepEqual(shown({ type: 'string', value: 'a' }), { kind: 'plain', text: 'a' });
  assert.deepEqual(shown({ type: 'text', value: 'a', post_processed_value: '<p>a</p>' }), {
    kind: 'markup',
    html: '<p>a</p>',
  });
  assert.deepEqual(shown({ type: 'aid', value: 2043 }), { kind: 'plain', text: '2043' });
  assert.deepEqual(shown({ type: 'int', value: 0 }), { kind: 'number', value: 0 });
  assert.deepEqual(shown({ type: 'date', value: '2026-03-01', is_time_displayed: false }), {
    kind: 'date',
    iso: '2026-03-01',
    withTime: false,
  });
  const list = shown({ type: 'sb', values: [{ id: 3, label: 'Done', tlp_color: 'acid-green' }] });
  assert.deepEqual(list.kind === 'parts' && [list.parts[0]?.label, list.parts[0]?.colour], ['Done', 'acid-green']);
  const open = shown({ type: 'tbl', bind_value_objects: [{ id: 'o1', label: 'new' }], bind_value_ids: ['new'] });
  assert.equal(open.kind === 'parts' && open.parts[0]?.label, 'new');
  const links = shown({
    type: 'art_link',
    links: [],
    reverse_links: [{ id: 7, tracker: { label: 'Bugs', color: 'red-wine' } }],
  });
  assert.deepEqual(links.kind === 'parts' && links.parts[0]?.artifactId, 7);
  for (const value of [
    { type: 'string', value: '' },
    { type: 'sb', values: [{ id: null, display_name: 'Anonymous user', is_anonymous: true }], bind_value_ids: [100] },
    { type: 'sb', values: [] },
    { type: 'x', value: null },
  ])
    assert.deepEqual(shown(value), { kind: 'nothing' });
});

it('shows what types say that the pages do not know by its shape', () => {
  const type = 'unheard_of';
  assert.deepEqual(readShown({ type, value: 'a' }), { kind: 'plain', text: 'a' });
  assert.deepEqual(readShown({ type, value: 3 }), { kind: 'number', value: 3 });
  const list = readShown({ type, values: [{ id: 3, label: 'Done' }] });
  assert.deepEqual(list.kind === 'parts' && list.parts.map(({ label }) => label), ['Done']);
});

it('reads what is chosen and what may be', () => {
  assert.deepEqual(chosenIds({ bind_value_ids: [1, 'a', 2] }), [1, 2]);
  const choices = choicesOf([
    { id: 1, label: 'a' },
    { id: 2, label: 'b', is_hidden: true },
  ]);
  assert.deepEqual(
    choices.map(({ id }) => id),
    [1],
  );
  assert.deepEqual(choicesOf(null), []);
});
