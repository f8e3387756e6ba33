// For every field type: what GET shows of any value is accepted by PUT, in JSON, in XML and by name, and changes nothing.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { writeXml } from '../../src/platform/wire/xml-write.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

const labels = ['one', 'two', '3', 'two'];
const all = { read: [everybody], submit: [registered], update: [registered] };

const plain: FieldPlan[] = (
  'string text int float date art_link perm computed ttmstepdef ttmstepexec ' +
  'aid atid priority subby luby subon lud cross burndown burnup file'
)
  .split(' ')
  .map((type) => ({ name: type, type, ...all }));

const listTypes = ['sb', 'rb', 'msb', 'cb', 'tbl'] as const;

let test: TestApp;
let world: World;
let people: number[] = [];
let openIds: number[] = [];
before(async () => {
  test = await startApp();
  people = [await test.addUser('ann', { realName: 'Ann' }), await test.addUser('bob'), await test.addUser('cyd')];
  world = await buildProject(test, {
    name: 'echo',
    members: people,
    groups: { team: people },
    trackers: (group) => [
      {
        name: 'things',
        permissions: { full: [everybody] },
        fields: [
          ...plain,
          { name: 'moment', type: 'date', ...all, properties: { display_time: '1' } },
          ...listTypes.flatMap((type): FieldPlan[] => [
            { name: `${type}-static`, type, values: labels.slice(0, 3), ...all },
            { name: `${type}-users`, type, peopleOf: ['group_members'], ...all },
            { name: `${type}-ugroups`, type, ofGroups: [members, admins, group('team')], ...all },
          ]),
        ],
      },
    ],
  });
  const made = await test.call('/api/artifacts', {
    method: 'POST',
    as: 'ann',
    body: {
      tracker: { id: world.tracker('things') },
      values: ['static', 'users', 'ugroups'].map((bind) => ({
        field_id: world.field('things', `tbl-${bind}`),
        ...(bind === 'static'
          ? { value: { bind_value_objects: [{ label: 'one' }, { label: 'own & <b>' }, { label: '3' }] } }
          : { bind_value_ids: ['own one', 'own two', 'who@example.net'] }),
      })),
    },
  });
  assert.equal(made.status, 201, made.text);
  const shown = await test.call(`/api/artifacts/${Number(at(made.json, 'id'))}`, { as: 'ann' });
  openIds = listAt(shown.json, 'values').flatMap((value) =>
    at(value, 'type') === 'tbl'
      ? listAt(value, 'bind_value_objects').map((one) => Number(String(at(one, 'id')).slice(1)))
      : [],
  );
});
after(() => test.close());

const words = fc.string({ unit: 'grapheme', maxLength: 30 });
const lines = fc.array(words, { maxLength: 3 }).map((parts) => parts.join('\n'));
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map((value) => value + 0);
const whole = fc.integer({ min: -2_147_483_648, max: 2_147_483_647 });
const format = fc.constantFrom('text', 'html', 'commonmark');
const day = fc.date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const some = (ids: readonly number[], max: number): fc.Arbitrary<number[]> =>
  fc.subarray([...ids], { maxLength: Math.min(max, ids.length) });
const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 8 });

const steps = fc.array(
  fc.record({
    description: lines.filter((text) => text.trim() !== ''),
    descriptionFormat: format,
    expectedResults: lines,
    expectedResultsFormat: format,
  }),
  { maxLength: 3 },
);

/** Stored values by field id, each of which may be absent. */
function storedValues(): fc.Arbitrary<Record<number, unknown>> {
  const field = (name: string): number => world.field('things', name);
  const groupValues = (name: string): number[] => {
    const groups = [members, admins, world.group('team')];
    return groups.map((group) => world.value('things', name, `group ${group}`));
  };
  const choice = (name: string, max: number, bind: 'static' | 'users' | 'ugroups'): fc.Arbitrary<number[]> => {
    if (bind === 'users') return some(people, max);
    if (bind === 'ugroups') return some(groupValues(name), max);
    return some(
      labels.slice(0, 3).map((label) => world.value('things', name, label)),
      max,
    );
  };
  const lists = listTypes.flatMap((type) =>
    (['static', 'users', 'ugroups'] as const).map((bind, index): [number, fc.Arbitrary<unknown>] => {
      const name = `${type}-${bind}`;
      if (type !== 'tbl') return [field(name), choice(name, type === 'sb' || type === 'rb' ? 1 : 3, bind)];
      const open = some(openIds.slice(index * 3, index * 3 + 3), 3);
      return [field(name), fc.record({ bound: choice(name, 3, bind), open })];
    }),
  );
  const given: [number, fc.Arbitrary<unknown>][] = [
    [field('string'), words.filter((text) => !/[\r\n]/.test(text))],
    [field('text'), fc.record({ content: lines, format })],
    [field('int'), orNull(whole)],
    [field('float'), orNull(number)],
    [field('date'), orNull(day.map((date) => date.toISOString().slice(0, 10)))],
    [field('moment'), orNull(day.map((date) => Math.floor(date.getTime() / 1000)))],
    [field('perm'), some([members, world.group('team')], 2)],
    [
      field('computed'),
      fc.oneof(
        fc.constant({ isAuto: true, manual: null }),
        number.map((manual) => ({ isAuto: false, manual })),
      ),
    ],
    [field('ttmstepdef'), steps],
    [field('ttmstepexec'), steps],
    [field('art_link'), fc.constant([{ id: 1, type: '_is_child' }])],
    ...lists,
  ];
  return fc.record(Object.fromEntries(given), { requiredKeys: [] });
}

describe('what GET shows', () => {
  it('comes back as no change', async () => {
    const values = fc.sample(storedValues(), { numRuns: 40, seed: 20_261 });
    const ids = await buildArtifacts(
      test,
      values.map((stored) => ({
        trackerId: world.tracker('things'),
        changes: [{ by: people[0] ?? 0, atMs: 1000, values: stored }],
      })),
    );
    for (const [index, id] of ids.entries()) {
      const path = `/api/artifacts/${id}`;
      const before = await test.call(`${path}?values_format=all`, { as: 'ann' });
      const echoes = [
        { values: at(before.json, 'values') },
        { values: null, values_by_field: at(before.json, 'values_by_field') },
      ];
      for (const body of echoes)
        for (const wire of ['json', 'xml']) {
          const sent = wire === 'json' ? body : writeXml(body, 'request');
          const headers = { 'content-type': `application/${wire}` };
          const put = await test.call(path, { method: 'PUT', as: 'ann', body: sent, headers });
          assert.equal(put.status, 200, `${put.text} to ${JSON.stringify(values[index])}`);
        }
      const now = await test.call(`${path}?values_format=all`, { as: 'ann' });
      assert.deepEqual(at(now.json, 'values'), at(before.json, 'values'));
      assert.equal(now.headers.get('etag'), before.headers.get('etag'), JSON.stringify(values[index]));
      const history = await test.call(`${path}/changesets?fields=all`, { as: 'ann' });
      assert.equal(listAt(history.json).length, 1, JSON.stringify(values[index]));
    }
  });
});
