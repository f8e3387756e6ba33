// Engine: both
// One row for each type of field: what is sent at creation and at update, in JSON and XML, in `values` and by name, and what
// the artifact and each of its changesets show then.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { writeXml, writeXmlInSlices } from '../../src/platform/wire/xml-write.ts';
import { fieldTypeCodes } from '../../src/features/trackers/fields/index.ts';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt, valueOf } from '../support/scenario.ts';
import { admins, buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

type Entry = Readonly<Record<string, unknown>>;

/** What is sent, and what GET must show of it at least. */
interface Step {
  sent: Entry;
  shown: Entry;
  /** In `values_by_field`, where that is not what is shown in `values`. */
  byName?: unknown;
}

interface TypeRow extends Omit<FieldPlan, 'name'> {
  type: string;
  /** Where there are several rows of a type. */
  about?: string;
  /** At creation and at the update after it; made before each use. */
  steps(): Step[] | Promise<Step[]>;
  /** Takes values by its name. */
  isNamed?: boolean;
}

const all = { read: [everybody], submit: [registered], update: [registered] };
const same = (value: unknown): Step => ({ sent: { value }, shown: { value }, byName: value });
const chosen = (sent: readonly unknown[], values: readonly Entry[], ids: readonly unknown[] = sent): Step => ({
  sent: { bind_value_ids: sent },
  shown: { bind_value_ids: ids, values },
});
const open = (sent: readonly string[], objects: readonly Entry[], kind: string): Step => ({
  sent: { bind_value_ids: sent },
  shown: { bind_value_ids: sent, bind_value_objects: objects, bind_type: kind },
});
const step = (text: string, format: string): Entry => ({
  description: text,
  description_format: format,
  expected_results: `so ${text}`,
  expected_results_format: format,
  rank: 1,
});

let test: TestApp;
let world: World;
let ann = 0;
let bob = 0;
/** Artifacts that links lead to. */
let targets: number[] = [];

const nameOf = ({ type, about }: TypeRow): string => (about === undefined ? type : `${type}_${about}`);
const fieldOf = (row: TypeRow): number => world.field('things', nameOf(row));
const value = (name: string, label: string): number => world.value('things', name, label);

const listRows = (['sb', 'rb', 'msb', 'cb'] as const).flatMap((type): TypeRow[] => {
  const isSingle = type === 'sb' || type === 'rb';
  return [
    {
      type,
      values: ['one', 'two', 'three'],
      steps: () => {
        const [one, two] = [value(type, 'one'), value(type, 'two')];
        const both = isSingle ? [two] : [two, one];
        return [
          chosen([one], [{ id: one, label: 'one', is_hidden: false }]),
          chosen(
            both,
            both.map((id) => ({ id })),
          ),
        ];
      },
    },
    {
      type,
      about: 'users',
      peopleOf: ['group_members'],
      steps: () => [
        chosen([ann], [{ id: ann, username: 'ann' }]),
        chosen([], [{ id: null, is_anonymous: true }], [100]),
      ],
    },
    {
      type,
      about: 'ugroups',
      ofGroups: [members, admins],
      steps: () => [
        chosen([`${world.id}_${members}`], [{ id: `${world.id}_${members}`, short_name: 'project_members' }]),
        chosen([`${world.id}_${admins}`], [{ short_name: 'project_admins' }]),
      ],
    },
  ];
});

async function upload(name: string, as: string): Promise<number> {
  const body = { name, mimetype: 'text/plain', content: Buffer.from(name).toString('base64') };
  const made = await test.call('/api/artifact_temporary_files', { method: 'POST', as, body });
  assert.equal(made.status, 201, made.text);
  return Number(at(made.json, 'id'));
}

const settable: TypeRow[] = [
  { type: 'string', isNamed: true, steps: () => [same('one <b>line</b> & more'), same('16')] },
  {
    type: 'text',
    isNamed: true,
    steps: () => [
      {
        sent: { value: { content: 'two\nlines', format: 'text' } },
        shown: { value: 'two\nlines', format: 'text' },
        byName: { value: 'two\nlines', format: 'text' },
      },
      {
        sent: { value: 'a *word*', format: 'commonmark' },
        shown: { value: '<p>a <em>word</em></p>\n', format: 'html', commonmark: 'a *word*' },
        byName: { commonmark: 'a *word*', format: 'html' },
      },
    ],
  },
  { type: 'int', isNamed: true, steps: () => [same(-42), same(0)] },
  { type: 'float', isNamed: true, steps: () => [same(0.5), same(-1000)] },
  {
    type: 'date',
    steps: () =>
      ['2026-03-29', '2027-01-01'].map((day) => ({
        sent: { value: day },
        shown: { value: new Date(`${day}T00:00:00`), is_time_displayed: false },
      })),
  },
  {
    type: 'date',
    about: 'moment',
    properties: { display_time: '1' },
    steps: () =>
      ['2026-03-29T12:34:56+05:00', '2027-01-01T00:00:00Z'].map((moment) => ({
        sent: { value: moment },
        shown: { value: new Date(moment), is_time_displayed: true },
      })),
  },
  ...listRows,
  {
    type: 'tbl',
    values: ['one', 'two'],
    steps: () => [
      open(['one', 'own <1>'], [{ id: value('tbl', 'one'), label: 'one' }, { label: 'own <1>' }], 'static'),
      open(['two'], [{ id: value('tbl', 'two') }], 'static'),
    ],
  },
  {
    type: 'tbl',
    about: 'users',
    peopleOf: ['group_members'],
    steps: () => [
      { sent: { value: { bind_value_objects: [{ id: bob }] } }, shown: { bind_value_objects: [{ username: 'bob' }] } },
      open(['someone@example.net'], [{ label: 'someone@example.net' }], 'users'),
    ],
  },
  {
    type: 'tbl',
    about: 'ugroups',
    ofGroups: [members, admins],
    steps: () => [
      {
        sent: { value: { bind_value_objects: [{ short_name: 'project_members' }] } },
        shown: { bind_value_objects: [{ short_name: 'project_members' }], bind_type: 'ugroups' },
      },
      open([], [], 'ugroups'),
    ],
  },
  {
    type: 'file',
    steps: async () => {
      const [first, second] = [await upload('first.txt', 'ann'), await upload('second.txt', 'bob')];
      return [
        { sent: { value: [first] }, shown: { file_descriptions: [{ id: first, name: 'first.txt', size: 9 }] } },
        {
          sent: { value: [first, second] },
          shown: { file_descriptions: [{ id: first }, { id: second, type: 'text/plain' }] },
        },
      ];
    },
  },
  {
    type: 'art_link',
    steps: () => [
      {
        sent: { links: [{ id: targets[0], type: '_is_child' }] },
        shown: { links: [{ id: targets[0], type: '_is_child' }], reverse_links: [] },
      },
      {
        sent: { all_links: [{ id: targets[1], direction: 'forward', type: '' }] },
        shown: { links: [{ id: targets[1], type: null }], reverse_links: [] },
      },
    ],
  },
  {
    type: 'perm',
    steps: () => [
      {
        sent: { value: { granted_groups: [`${world.id}_${members}`] } },
        shown: { granted_groups: ['project_members'], granted_groups_ids: [`${world.id}_${members}`] },
      },
      { sent: { value: { granted_groups: [] } }, shown: { granted_groups: [], granted_groups_ids: [] } },
    ],
  },
  {
    type: 'computed',
    isNamed: true,
    steps: () => [
      {
        sent: { manual_value: 2.5 },
        shown: { manual_value: 2.5, is_autocomputed: false, value: null },
        byName: { manual_value: 2.5 },
      },
      {
        sent: { is_autocomputed: true },
        shown: { manual_value: null, is_autocomputed: true },
        byName: { is_autocomputed: true },
      },
    ],
  },
  {
    type: 'ttmstepdef',
    isNamed: true,
    steps: () => [
      {
        sent: { value: [step('open', 'text'), { ...step('shut', 'html'), rank: 2 }] },
        shown: {
          value: [
            { ...step('open', 'text'), id: 1 },
            { ...step('shut', 'html'), id: 2, rank: 2 },
          ],
        },
      },
      {
        sent: { value: [step('a *b*', 'commonmark')] },
        shown: { value: [{ commonmark_description: 'a *b*', description_format: 'html', rank: 1 }] },
      },
    ],
  },
];

/** Shown by what they are, whatever is sent. */
const readOnly: { type: string; shown(id: number, step: number): Entry | undefined }[] = [
  { type: 'aid', shown: (id) => ({ value: id }) },
  { type: 'atid', shown: () => ({}) },
  { type: 'priority', shown: (id) => ({ value: id * 1024 }) },
  { type: 'subby', shown: () => ({ value: { username: 'ann' } }) },
  { type: 'luby', shown: (_id, index) => ({ value: { username: index === 0 ? 'ann' : 'bob' } }) },
  { type: 'subon', shown: () => ({}) },
  { type: 'lud', shown: () => ({}) },
  { type: 'cross', shown: () => ({ value: [] }) },
  { type: 'burndown', shown: () => ({ value: { start_date: null, points: [] } }) },
  { type: 'burnup', shown: () => ({ value: { start_date: null, points_with_date: [] } }) },
  { type: 'ttmstepexec', shown: () => undefined },
];

const structure = ['fieldset', 'column', 'linebreak', 'separator', 'staticrichtext'];

before(async () => {
  test = await startApp();
  ann = await test.addUser('ann');
  bob = await test.addUser('bob');
  const fields: FieldPlan[] = [
    ...settable.map((row) => ({ ...row, name: nameOf(row), ...all })),
    ...[...readOnly.map(({ type }) => type), ...structure].map((type) => ({ name: type, type, read: [everybody] })),
  ];
  world = await buildProject(test, {
    name: 'types',
    members: [ann, bob],
    trackers: () => [{ name: 'things', permissions: { full: [everybody] }, fields }],
  });
  targets = [await create('json', {}), await create('json', {})];
});
after(() => test.close());

type Format = 'json' | 'xml';

const send = (method: string, path: string, body: unknown, format: Format, as: string): Promise<Answered> =>
  test.call(path, {
    method,
    as,
    body: format === 'json' ? body : writeXml(body, 'request'),
    headers: { 'content-type': `application/${format}` },
  });

async function create(format: Format, values: Entry): Promise<number> {
  const body = { tracker: { id: world.tracker('things') }, ...fill(values) };
  const made = await send('POST', '/api/artifacts', body, format, 'ann');
  assert.equal(made.status, 201, made.text);
  const found = /"id":(\d+)|<id>(\d+)/.exec(made.text);
  return Number(found?.[1] ?? found?.[2]);
}

/** A new artifact says something. */
const fill = (values: Entry): Entry =>
  Object.keys(values).length > 0 ? values : { values: [{ field_id: world.field('things', 'int'), value: 1 }] };

async function update(id: number, format: Format, values: Entry): Promise<void> {
  const put = await send('PUT', `/api/artifacts/${id}`, values, format, 'bob');
  assert.equal(put.status, 200, put.text);
}

/** The answer in JSON, after it was compared with that in XML. */
async function read(path: string): Promise<unknown> {
  const json = await test.call(path, { as: 'ann' });
  assert.equal(json.status, 200, json.text);
  const xml = await test.call(path, { as: 'ann', headers: { accept: 'application/xml' } });
  assert.equal(xml.text, await writeXmlInSlices(json.json, 'texts'));
  return json.json;
}

/** Whether everything wanted is shown; a Date is a moment in any zone. */
function holds(shown: unknown, wanted: unknown, path: string): void {
  if (wanted instanceof Date) assert.equal(Date.parse(String(shown)), wanted.getTime(), path);
  else if (Array.isArray(wanted)) {
    assert.equal(listAt(shown).length, wanted.length, `${path}: ${JSON.stringify(shown)}`);
    for (const [index, item] of wanted.entries()) holds(at(shown, String(index)), item, `${path}.${index}`);
  } else if (typeof wanted === 'object' && wanted !== null)
    for (const [key, member] of Object.entries(wanted)) holds(at(shown, key), member, `${path}.${key}`);
  else assert.equal(shown, wanted, path);
}

const titleOf = (row: TypeRow): string => nameOf(row).replace('_', ' of ');

it('no type is left out', () => {
  const rows = [...settable.map(({ type }) => type), ...readOnly.map(({ type }) => type), ...structure];
  assert.deepEqual(new Set(rows), new Set(fieldTypeCodes));
});

describe('values', () => {
  for (const row of settable)
    for (const format of ['json', 'xml'] as const)
      it(`${titleOf(row)} in ${format}`, async () => {
        const steps = await row.steps();
        const [first, second] = steps;
        assert.ok(first !== undefined && second !== undefined);
        const field_id = fieldOf(row);
        const id = await create(format, { values: [{ field_id, ...first.sent }] });
        const seen = await read(`/api/artifacts/${id}`);
        holds(valueOf(seen, field_id), { field_id, type: row.type, ...first.shown }, 'at creation');
        await update(id, format, { values: [{ field_id, ...second.sent }] });
        holds(valueOf(await read(`/api/artifacts/${id}`), field_id), second.shown, 'at update');
        const history = listAt(await read(`/api/artifacts/${id}/changesets`));
        assert.equal(history.length, 2);
        for (const [index, { shown }] of steps.entries())
          holds(valueOf(history[index], field_id), { field_id, type: row.type, ...shown }, `changeset ${index}`);
      });
});

describe('values by name', () => {
  for (const row of settable)
    for (const format of ['json', 'xml'] as const)
      it(`${titleOf(row)} in ${format}`, async () => {
        const [first, second] = await row.steps();
        assert.ok(first !== undefined && second !== undefined);
        const name = nameOf(row);
        const refusal = { tracker: { id: world.tracker('things') }, values_by_field: { [name]: { value: 1 } } };
        if (row.isNamed !== true) {
          const made = await send('POST', '/api/artifacts', refusal, format, 'ann');
          assert.equal(made.status, 400, made.text);
          assert.ok(made.text.includes(`values_by_field.${name}`), made.text);
          return;
        }
        const id = await create(format, { values_by_field: { [name]: first.sent } });
        await update(id, format, { values_by_field: { [name]: second.sent } });
        const history = listAt(await read(`/api/artifacts/${id}/changesets`));
        for (const [index, { shown }] of [first, second].entries())
          holds(valueOf(history[index], fieldOf(row)), shown, `changeset ${index}`);
        if (second.byName === undefined) return;
        const byName = at(await read(`/api/artifacts/${id}?values_format=by_field`), `values_by_field.${name}`);
        const wanted = typeof second.byName === 'object' ? second.byName : { value: second.byName };
        holds(byName, wanted, 'by name');
      });
});

describe('what nobody sets', () => {
  for (const { type, shown } of readOnly)
    for (const format of ['json', 'xml'] as const)
      it(`${type} in ${format}`, async () => {
        const field_id = world.field('things', type);
        const sent = type === 'ttmstepexec' ? { field_id } : { field_id, value: 99, bind_value_ids: [1] };
        const other = { field_id: world.field('things', 'int'), value: 1 };
        const id = await create(format, { values: [sent, other] });
        await update(id, format, { values: [sent, { ...other, value: 2 }] });
        const history = listAt(await read(`/api/artifacts/${id}/changesets`));
        assert.equal(history.length, 2);
        const artifact = await read(`/api/artifacts/${id}`);
        for (const [index, place] of [...history, artifact].entries()) {
          const wanted = shown(id, index);
          const found = valueOf(place, field_id);
          if (wanted === undefined) assert.equal(found, undefined);
          else holds(found, { field_id, type, ...wanted }, `${type} at ${index}`);
        }
      });

  for (const type of structure)
    it(`${type} holds no value`, async () => {
      const values = [{ field_id: world.field('things', type), value: 'x' }];
      const body = { tracker: { id: world.tracker('things') }, values };
      for (const format of ['json', 'xml'] as const)
        assert.equal((await send('POST', '/api/artifacts', body, format, 'ann')).status, 400);
      assert.equal(valueOf(await read(`/api/artifacts/${targets[0]}`), world.field('things', type)), undefined);
    });
});
