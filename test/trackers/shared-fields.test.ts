// Engine: both
// Shared fields over REST: their values are those of a list in another tracker, and follow it.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { exportFrom } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt, valueOf } from '../support/scenario.ts';
import { buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let other: World;
const all = { read: [everybody], submit: [registered], update: [registered] };

before(async () => {
  test = await startApp();
  const lena = await test.addUser('lena');
  const max = await test.addUser('max');
  const project = (name: string) =>
    buildProject(test, {
      name,
      members: [max],
      admins: [lena],
      trackers: () => [
        {
          name: 'master',
          permissions: { full: [everybody] },
          fields: [
            { name: 'level', type: 'sb', values: ['low', 'high', 'unused', 'status'], fallback: 'low', ...all },
            { name: 'people', type: 'msb', ofPeople: true, ...all },
            { name: 'words', type: 'string', ...all },
            { name: 'hidden', type: 'sb', values: ['a'], read: [], submit: [], update: [] },
          ],
        },
        { name: 'follower', permissions: { full: [everybody], admin: [members] }, fields: [] },
      ],
    });
  world = await project('sharing');
  other = await project('elsewhere');
});
after(() => test.close());

const level = (label: string): number => world.value('master', 'level', label);

async function send(status: number, method: string, path: string, body?: unknown, as = 'lena'): Promise<Answered> {
  const answer = await test.call(`/api${path}`, { method, as, ...(body === undefined ? {} : { body }) });
  assert.equal(answer.status, status, answer.text.slice(0, 800));
  return answer;
}

const newShared = (more: Record<string, unknown> = {}) => ({
  type: 'shared',
  label: 'Level',
  original_field_id: world.field('master', 'level'),
  ...more,
});

const addShared = async (more: Record<string, unknown> = {}): Promise<number> => {
  const path = `/trackers/${world.tracker('follower')}/fields`;
  return Number(at((await send(201, 'POST', path, newShared(more))).json, 'field_id'));
};

const idsOf = (field: unknown): unknown[] => listAt(field, 'values').map((value) => at(value, 'id'));

const read = async (id: number): Promise<unknown> => (await send(200, 'GET', `/tracker_fields/${id}`)).json;

describe('a shared field', () => {
  it('has the type and the values of its original, which artifacts take', async () => {
    const id = await addShared({ name: 'taken' });
    const shown = await read(id);
    const original = await read(world.field('master', 'level'));
    assert.equal(at(shown, 'type'), 'sb');
    assert.deepEqual(at(shown, 'values'), at(original, 'values'));
    assert.deepEqual(at(shown, 'default_value'), at(original, 'default_value'));
    assert.ok(!JSON.stringify(shown).includes('original_field_id'));
    const values = [{ field_id: id, bind_value_ids: [level('high')] }];
    const made = await send(201, 'POST', '/artifacts', { tracker: { id: world.tracker('follower') }, values }, 'max');
    const artifact = await send(200, 'GET', `/artifacts/${String(at(made.json, 'id'))}`, undefined, 'max');
    assert.deepEqual(at(valueOf(artifact.json, id), 'bind_value_ids'), [level('high')]);
  });

  it('follows its original, also through another shared field', async () => {
    const id = await addShared({ name: 'follows' });
    const tracker = await send(201, 'POST', '/trackers', {
      project: { id: world.id },
      label: 'Third',
      item_name: 'third',
    });
    const path = `/trackers/${String(at(tracker.json, 'id'))}/fields`;
    const third = await send(201, 'POST', path, newShared({ original_field_id: id }));
    await send(200, 'PATCH', `/tracker_fields/${world.field('master', 'level')}`, { new_values: ['later'] });
    const values = idsOf(await read(world.field('master', 'level')));
    assert.equal(values.length, 5);
    assert.deepEqual(idsOf(await read(id)), values);
    assert.deepEqual(idsOf(await read(Number(at(third.json, 'field_id')))), values);
  });

  it('takes no values of its own, but those that GET shows', async () => {
    const id = await addShared({ name: 'own' });
    const path = `/tracker_fields/${id}`;
    const values = listAt(await read(id), 'values');
    await send(200, 'PATCH', path, { label: 'Renamed', values });
    for (const change of [
      { new_values: ['mine'] },
      { values: [] },
      { values: [...values, { label: 'mine' }] },
      { default_value: [] },
    ]) {
      const refused = await send(400, 'PATCH', path, change);
      assert.match(refused.text, new RegExp(`the values belong to field ${world.field('master', 'level')}`));
    }
  });

  it('keeps its original, and the values that it needs', async () => {
    const id = await addShared({ name: 'needs' });
    const original = `/tracker_fields/${world.field('master', 'level')}`;
    const status = { field_id: id, value_ids: [level('status')] };
    await send(200, 'PATCH', `/trackers/${world.tracker('follower')}`, { semantics: { status } });
    const refused = await send(400, 'DELETE', original);
    assert.match(refused.text, new RegExp(`share its values: (\\d+, )*${id}`));
    const values = listAt(await read(world.field('master', 'level')), 'values');
    const without = (label: string) => ({ values: values.filter((value) => at(value, 'label') !== label) });
    const needed = await send(400, 'PATCH', original, without('status'));
    assert.match(needed.text, new RegExp(`the semantic \\\\"status\\\\" of the tracker ${world.tracker('follower')}`));
    assert.match((await send(400, 'PATCH', original, without('high'))).text, /artifacts use or used it/);
    await send(200, 'PATCH', original, without('unused'));
    assert.ok(!idsOf(await read(id)).includes(level('unused')));
  });

  it('is one again in an archive', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tepal-shared-'));
    try {
      await exportFrom(test, 'sharing', join(folder, 'out'));
      const xml = await readFile(join(folder, 'out', 'project.xml'), 'utf8');
      const original = /<formElement type="sb" ID="(F\d+)"[^>]*>\s*<name>level</.exec(xml)?.[1];
      assert.ok(original !== undefined);
      // The format knows no shared fields, so a file of Tepal's own says which they are.
      const details = await readFile(join(folder, 'out', 'tepal-details.xml'), 'utf8');
      const found = [...details.matchAll(/<field REF="F\d+" original_field_id="(F\d+)"/g)];
      assert.ok(found.length >= 4);
      assert.deepEqual(new Set(found.map(([, ref]) => ref)), new Set([original]));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

it('a tracker is made with shared fields, whose values its semantics name', async () => {
  const made = await send(201, 'POST', '/trackers', {
    project: { id: world.id },
    label: 'Described',
    item_name: 'described',
    fields: [{ field_id: 1, ...newShared() }],
    semantics: { status: { field_id: 1, value_ids: [level('low')] }, done: { value_ids: [level('high')] } },
  });
  const field = at(made.json, 'fields.0');
  assert.deepEqual(idsOf(field), idsOf(await read(world.field('master', 'level'))));
  assert.deepEqual(at(made.json, 'semantics.status'), {
    field_id: at(field, 'field_id'),
    value_ids: [level('low')],
  });
  const refused = await send(400, 'POST', '/trackers', {
    project: { id: world.id },
    label: 'Refused',
    item_name: 'refused',
    fields: [{ field_id: 1, ...newShared({ original_field_id: 1 }) }],
  });
  assert.match(refused.text, /fields\[0\]\.original_field_id/);
});

describe('what can’t be shared is refused', () => {
  const rows: readonly (readonly [string, () => Record<string, unknown>, string])[] = [
    ['nothing', () => ({ original_field_id: null }), 'original_field_id'],
    ['a field that is not there', () => ({ original_field_id: 999_999 }), 'original_field_id'],
    ['a field of another project', () => ({ original_field_id: other.field('master', 'level') }), 'original_field_id'],
    ['people', () => ({ original_field_id: world.field('master', 'people') }), 'original_field_id'],
    ['a text', () => ({ original_field_id: world.field('master', 'words') }), 'original_field_id'],
    ['values besides', () => ({ values: [{ label: 'mine' }] }), 'values'],
    ['a default besides', () => ({ default_value: [{ label: 'low' }] }), 'default_value'],
    ['groups', () => ({ bindings: { type: 'ugroups' } }), 'bindings.type'],
    ['a text with an original', () => ({ type: 'string' }), 'original_field_id'],
  ];
  for (const [title, more, path] of rows)
    it(title, async () => {
      const answer = await send(400, 'POST', `/trackers/${world.tracker('follower')}/fields`, newShared(more()));
      assert.ok(answer.text.includes(path), answer.text);
    });

  it('a field of the same tracker', async () => {
    const path = `/trackers/${world.tracker('master')}/fields`;
    assert.match((await send(400, 'POST', path, newShared())).text, /not a field of another tracker/);
  });

  it('a field that its administrator may not read', async () => {
    const path = `/trackers/${world.tracker('follower')}/fields`;
    const hidden = newShared({ original_field_id: world.field('master', 'hidden') });
    assert.match((await send(400, 'POST', path, hidden, 'max')).text, /don't have access to it/);
    await send(201, 'POST', path, newShared({ name: 'by_max' }), 'max');
  });
});
