// Fields over REST, the other side: wrong values are 400 with their path and change nothing; null and empty clear;
// required fields, defaults; and the document that GET gave comes back without effect.
// Engine: SQLite alone; values are judged before the database sees them, and fields.test.ts writes them on both.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, createTestClock, headerOf } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt, openScrum, valueOf } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

const clock = createTestClock(Date.UTC(2026, 9, 1, 12, 0, 0));
let scrum: Scrum;
let test: TestApp;
let brunoId = 0;
let freyaId = 0;
before(async () => {
  scrum = await openScrum({ clock, withKanban: true });
  ({ test } = scrum);
  [brunoId, freyaId] = [await scrum.user('bruno'), await scrum.user('freya')];
});
after(() => test.close());

const stories = 'User stories';
type Entry = Record<string, unknown>;

const entry = (field: string, rest: Entry, tracker = stories): Entry => ({
  field_id: scrum.field(tracker, field),
  ...rest,
});
const put = (id: number, body: unknown, as = 'ana'): Promise<Answered> =>
  test.call(`/api/artifacts/${id}`, { method: 'PUT', as, body });
const post = (tracker: string, values: unknown, as = 'ana'): Promise<Answered> =>
  test.call('/api/artifacts', { method: 'POST', as, body: { tracker: { id: scrum.tracker(tracker) }, values } });

async function create(values: Entry[] = []): Promise<number> {
  const made = await post(stories, [entry('title', { value: 'made by a test' }), ...values]);
  assert.equal(made.status, 201, made.text);
  return Number(at(made.json, 'id'));
}
const read = async (id: number): Promise<unknown> =>
  (await test.call(`/api/artifacts/${id}?values_format=all`, { as: 'ana' })).json;

async function sizeOf(path: string): Promise<number> {
  return Number(headerOf(await test.call(`${path}?limit=1`, { as: 'ana' }), 'x-pagination-size'));
}

interface Refused {
  tracker?: string;
  field: string;
  sent(): Entry;
  /** Below `values[1]`; empty for the entry itself. */
  path: string;
}

const refused: Refused[] = [
  ...[16, true, ['a'], { content: 'a' }, 'two\nlines', 'x'.repeat(161)].map((value) => ({
    field: 'title',
    sent: () => ({ value }),
    path: '.value',
  })),
  ...[16, true, ['a'], {}, { content: 5 }, 'ä'.repeat(40_000)].map((value) => ({
    field: 'acceptance',
    sent: () => ({ value }),
    path: '.value',
  })),
  ...[1.5, '1.5', 'many', true, [1], 2_147_483_648, '99999999999', '0x10'].map((value) => ({
    field: 'business_value',
    sent: () => ({ value }),
    path: '.value',
  })),
  ...['abc', '1,5', 'NaN', 'Infinity', '1e999', false, {}].map((value) => ({
    field: 'story_points',
    sent: () => ({ value }),
    path: '.value',
  })),
  ...['2026-02-31', 'abc', '2026-13-01', 20260101, '2026-01-01T25:00:00Z', '01/02/2026', true, []].map((value) => ({
    field: 'wanted_by',
    sent: () => ({ value }),
    path: '.value',
  })),
  { field: 'accepted_on', sent: () => ({ value: '2026-02-30T10:00:00Z' }), path: '.value' },
  { field: 'risk', sent: () => ({ bind_value_ids: [999_999] }), path: '.bind_value_ids[0]' },
  { field: 'risk', sent: () => ({ bind_value_ids: ['High'] }), path: '.bind_value_ids[0]' },
  { field: 'risk', sent: () => ({ bind_value_ids: [-1] }), path: '.bind_value_ids[0]' },
  { field: 'risk', sent: () => ({ bind_value_ids: scrum.value(stories, 'risk', 'Low') }), path: '.bind_value_ids' },
  { field: 'risk', sent: () => ({ value: scrum.value(stories, 'risk', 'Low') }), path: '' },
  {
    field: 'risk',
    sent: () => ({ bind_value_ids: ['Low', 'High'].map((label) => scrum.value(stories, 'risk', label)) }),
    path: '.bind_value_ids',
  },
  {
    field: 'risk',
    sent: () => ({ bind_value_ids: [scrum.value(stories, 'platforms', 'iOS')] }),
    path: '.bind_value_ids[0]',
  },
  { field: 'platforms', sent: () => ({ bind_value_ids: [100, 999_999] }), path: '.bind_value_ids[1]' },
  { field: 'checklist', sent: () => ({ bind_value_ids: [null] }), path: '.bind_value_ids[0]' },
  { field: 'product_owner', sent: () => ({ bind_value_ids: [freyaId] }), path: '.bind_value_ids' },
  { field: 'product_owner', sent: () => ({ bind_value_ids: ['bruno'] }), path: '.bind_value_ids[0]' },
  { field: 'product_owner', sent: () => ({ bind_value_ids: [888_888] }), path: '.bind_value_ids' },
  { field: 'reviewers', sent: () => ({ bind_value_ids: ['101_4'] }), path: '.bind_value_ids[0]' },
  {
    field: 'reviewers',
    sent: () => ({ bind_value_ids: [scrum.value(stories, 'reviewers', 'mobile_team')] }),
    path: '.bind_value_ids[0]',
  },
  { field: 'links', sent: () => ({ links: [{ id: 999_999 }] }), path: '.links' },
  { field: 'links', sent: () => ({ links: [{ id: 1, type: 'nothing' }] }), path: '.links[0].type' },
  { field: 'links', sent: () => ({ links: [{ type: '' }] }), path: '.links[0].id' },
  { field: 'links', sent: () => ({ links: [1] }), path: '.links[0]' },
  { field: 'links', sent: () => ({ value: [1] }), path: '' },
  { field: 'links', sent: () => ({ parent: { id: 999_999 } }), path: '' },
  { field: 'links', sent: () => ({ links: [], all_links: [] }), path: '.all_links' },
  { field: 'links', sent: () => ({ parent: { id: 8 }, all_links: [] }), path: '.all_links' },
  ...(['links', 'all_links'] as const).map((key) => ({
    field: 'links',
    sent: () => ({ [key]: [], change_links: {} }),
    path: `.${key}`,
  })),
  {
    field: 'links',
    sent: () => ({ change_links: { add: [{ id: 8, direction: 'reverse', type: 'nothing' }] } }),
    path: '.change_links.add[0].type',
  },
  {
    field: 'links',
    sent: () => ({ change_links: { add: [{ id: 999_999, direction: 'forward', type: '' }] } }),
    path: '.change_links.add',
  },
  {
    field: 'links',
    sent: () => ({ all_links: [{ id: 1, direction: 'up', type: '' }] }),
    path: '.all_links[0].direction',
  },
  {
    field: 'links',
    sent: () => ({ all_links: [{ id: 1, direction: 'forward', type: 'nothing' }] }),
    path: '.all_links[0].type',
  },
  {
    field: 'links',
    sent: () => ({ all_links: [{ id: 8, direction: 'reverse', type: 'nothing' }] }),
    path: '.all_links[0].type',
  },
  { field: 'fs_story', sent: () => ({ value: 'x' }), path: '.field_id' },
  { field: 'sep_acceptance', sent: () => ({ value: 'x' }), path: '.field_id' },
  { tracker: 'Bugs', field: 'title', sent: () => ({ value: 'x' }), path: '.field_id' },
];

describe('wrong values are 400 with their path, and nothing is stored', () => {
  let id = 0;
  before(async () => (id = await create()));

  for (const row of refused) {
    it(`${row.field}${row.path}, row ${refused.indexOf(row)}`, async () => {
      const wrong = entry(row.field, row.sent(), row.tracker);
      const path = `values[1]${row.path}`;
      const [before, size] = [await read(id), await sizeOf('/api/trackers/3/artifacts')];
      for (const answer of [
        await post(stories, [entry('title', { value: 'new' }), wrong]),
        await put(id, { values: [entry('title', { value: 'new' }), wrong], comment: { body: 'hello' } }),
      ]) {
        assert.equal(answer.status, 400, answer.text);
        const message = String(at(answer.json, 'error.message'));
        assert.ok(message.includes(path), `no ${path} in ${message}`);
        assert.ok(message.startsWith('Bad Request: ') && message.trim() === message, message);
      }
      assert.deepEqual(await read(id), before);
      assert.equal(await sizeOf('/api/trackers/3/artifacts'), size);
      assert.equal(await sizeOf(`/api/artifacts/${id}/changesets`), 1);
    });
  }

  const shapes: [values: unknown, path: string][] = [
    ['x', 'values'],
    [{}, 'values'],
    [['x'], 'values[0]'],
    [[{ value: 'x' }], 'values[0].field_id'],
    [[{ field_id: 'x', value: 'x' }], 'values[0].field_id'],
    [[{ field_id: 999_999, value: 'x' }], 'values[0].field_id'],
    [[{ field_id: -1, value: 'x' }], 'values[0].field_id'],
    [[{ field_id: 1e300, value: 'x' }], 'values[0].field_id'],
  ];
  for (const [values, path] of shapes) {
    it(`${JSON.stringify(values)} as values`, async () => {
      for (const answer of [await post(stories, values), await put(id, { values })]) {
        assert.equal(answer.status, 400, answer.text);
        assert.ok(String(at(answer.json, 'error.message')).includes(path), answer.text);
      }
    });
  }

  it('a group of another project in a permission field', async () => {
    const sent = (group: string): Entry[] => [
      entry('title', { value: 'x' }, 'Bugs'),
      entry('description', { value: 'x' }, 'Bugs'),
      entry('restricted_to', { value: { granted_groups: [group] } }, 'Bugs'),
    ];
    for (const group of ['102_3', '999', 'nobody', '']) {
      const answer = await post('Bugs', sent(group));
      assert.equal(answer.status, 400, `${group}: ${answer.text}`);
      assert.ok(answer.text.includes('values[2].value.granted_groups'), answer.text);
    }
  });
});

describe('null and empty clear', () => {
  const rows: { field: string; sent: Entry[]; shown: Entry }[] = [
    { field: 'acceptance', sent: [{ value: '' }, { value: null }, { value: { content: '' } }], shown: { value: '' } },
    { field: 'business_value', sent: [{ value: '' }, { value: null }], shown: { value: null } },
    { field: 'story_points', sent: [{ value: '' }, { value: null }], shown: { value: null } },
    { field: 'wanted_by', sent: [{ value: '' }, { value: null }], shown: { value: null } },
    { field: 'accepted_on', sent: [{ value: '' }, { value: null }], shown: { value: null } },
    {
      field: 'product_owner',
      sent: [{ bind_value_ids: [] }, { bind_value_ids: [100] }],
      shown: { bind_value_ids: [100] },
    },
    {
      field: 'risk',
      sent: [{ bind_value_ids: [] }, { bind_value_ids: [100] }],
      shown: { bind_value_ids: [], values: [] },
    },
    {
      field: 'platforms',
      sent: [{ bind_value_ids: [] }, { bind_value_ids: [0] }],
      shown: { bind_value_ids: [], values: [] },
    },
    { field: 'checklist', sent: [{ bind_value_ids: [] }, { bind_value_ids: [''] }], shown: { bind_value_ids: [] } },
    { field: 'reviewers', sent: [{ bind_value_ids: [] }, { bind_value_ids: [100] }], shown: { bind_value_ids: [] } },
    { field: 'links', sent: [{ links: [] }, { all_links: [] }], shown: { links: [] } },
  ];
  const filled = (): Entry[] => [
    entry('acceptance', { value: 'x' }),
    entry('business_value', { value: 1 }),
    entry('story_points', { value: 1.5 }),
    entry('wanted_by', { value: '2026-01-01' }),
    entry('accepted_on', { value: '2026-01-01T10:00:00Z' }),
    entry('product_owner', { bind_value_ids: [brunoId] }),
    entry('risk', { bind_value_ids: [scrum.value(stories, 'risk', 'High')] }),
    entry('platforms', { bind_value_ids: [scrum.value(stories, 'platforms', 'iOS')] }),
    entry('checklist', { bind_value_ids: [scrum.value(stories, 'checklist', 'Designed')] }),
    entry('reviewers', { bind_value_ids: ['101_3'] }),
    entry('links', { links: [{ id: 1 }] }),
  ];
  for (const { field, sent, shown } of rows) {
    for (const value of sent) {
      it(`${field} by ${JSON.stringify(value)}`, async () => {
        const id = await create(filled());
        const answer = await put(id, { values: [entry(field, value)] });
        assert.equal(answer.status, 200, answer.text);
        assert.partialDeepStrictEqual(valueOf(await read(id), scrum.field(stories, field)), shown);
        assert.equal(await sizeOf(`/api/artifacts/${id}/changesets`), 2);
      });
    }
  }
});

describe('links of an artifact to itself', () => {
  it('are passed over, whichever way they are sent', async () => {
    const id = await create();
    for (const sent of [
      { links: [{ id }] },
      { parent: { id } },
      { links: [], parent: { id } },
      { all_links: ['forward', 'reverse'].map((direction) => ({ id, direction, type: '' })) },
    ]) {
      const answer = await put(id, { values: [entry('links', sent)] });
      assert.equal(answer.status, 200, answer.text);
      const shown = valueOf(await read(id), scrum.field(stories, 'links'));
      assert.partialDeepStrictEqual(shown, { links: [], reverse_links: [] });
      assert.equal(await sizeOf(`/api/artifacts/${id}/changesets`), 1);
    }
  });
});

describe('required fields', () => {
  it('are asked for at creation and can’t be emptied later', async () => {
    const missing = await post(stories, [entry('story_points', { value: 1 })]);
    assert.equal(missing.status, 400);
    assert.match(missing.text, /Title/);
    const id = await create();
    for (const value of ['', null]) {
      const answer = await put(id, { values: [entry('title', { value })] });
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.text, /values\[0\].*Title|Title.*values\[0\]/);
    }
    assert.equal((await put(id, { values: [entry('status', { bind_value_ids: [] })] })).status, 400);
    assert.equal((await put(id, { values: [entry('story_points', { value: 2 })] })).status, 200);
    assert.equal(at(await read(id), 'title'), 'made by a test');
  });

  it('may be texts', async () => {
    const title = entry('title', { value: 'x' }, 'Bugs');
    for (const values of [[title], [title, entry('description', { value: { content: '', format: 'text' } }, 'Bugs')]]) {
      const answer = await post('Bugs', values);
      assert.equal(answer.status, 400);
      assert.match(answer.text, /description/);
    }
  });
});

describe('defaults', () => {
  it('fill what nobody sent; numbers without one stay absent', async () => {
    const shown = await read(await create());
    const value = (name: string): unknown => valueOf(shown, scrum.field(stories, name));
    assert.partialDeepStrictEqual(value('description'), { commonmark: 'As a customer I want ... so that ...' });
    assert.partialDeepStrictEqual(value('acceptance'), { value: '', format: 'html', commonmark: '' });
    for (const [name, labels] of [
      ['status', ['New']],
      ['risk', ['Low']],
      ['platforms', ['iOS', 'Android']],
      ['checklist', []],
    ] as const) {
      assert.deepEqual(
        listAt(value(name), 'values').map((item) => at(item, 'label')),
        labels,
      );
    }
    assert.partialDeepStrictEqual(value('product_owner'), { bind_value_ids: [100], values: [{ is_anonymous: true }] });
    assert.partialDeepStrictEqual(value('reviewers'), { bind_value_ids: [], values: [] });
    assert.partialDeepStrictEqual(value('wanted_by'), { value: null });
    assert.partialDeepStrictEqual(value('links'), { links: [], reverse_links: [] });
    assert.equal(value('business_value'), undefined);
    assert.equal(value('story_points'), undefined);
    assert.equal(at(shown, 'values_by_field.business_value'), null);
    assert.equal(at(shown, 'status'), 'New');
  });

  it('do not overrule an empty value that was sent', async () => {
    const shown = await read(
      await create([
        entry('risk', { bind_value_ids: [] }),
        entry('platforms', { bind_value_ids: [] }),
        entry('description', { value: '' }),
      ]),
    );
    for (const name of ['risk', 'platforms'])
      assert.partialDeepStrictEqual(valueOf(shown, scrum.field(stories, name)), { bind_value_ids: [] });
    assert.partialDeepStrictEqual(valueOf(shown, scrum.field(stories, 'description')), { value: '' });
  });

  it('are not applied where the caller may not submit, but numbers with one are elsewhere', async () => {
    const values = [entry('title', { value: 'x' }, 'Bugs'), entry('description', { value: 'x' }, 'Bugs')];
    const reports = scrum.field('Bugs', 'reports');
    const byMember = await read(Number(at((await post('Bugs', values, 'bruno')).json, 'id')));
    assert.partialDeepStrictEqual(valueOf(byMember, reports), { value: 1 });
    const byOther = await read(Number(at((await post('Bugs', values, 'freya')).json, 'id')));
    assert.equal(valueOf(byOther, reports), undefined);
  });
});

describe('the document that GET gave', () => {
  for (const format of ['json', 'xml']) {
    it(`comes back in ${format} for every artifact of the samples and changes nothing`, async () => {
      const headers = { accept: `application/${format}`, 'content-type': `application/${format}` };
      for (let id = 1; id <= 42; id += 1) {
        for (const query of ['', '?values_format=all', '?values_format=by_field']) {
          const as = id <= 30 ? 'bruno' : 'ana';
          const shown = await test.call(`/api/artifacts/${id}${query}`, { as, headers: { accept: headers.accept } });
          const body = shown.text.replace('<response>', '<request>').replace('</response>', '</request>');
          const sent = { method: 'PUT', as, body, headers: { ...headers, 'if-match': headerOf(shown, 'etag') } };
          const answer = await test.call(`/api/artifacts/${id}`, sent);
          assert.equal(answer.status, 200, `${id}${query}: ${answer.text}`);
          const again = await test.call(`/api/artifacts/${id}${query}`, { as, headers: { accept: headers.accept } });
          assert.equal(again.text, shown.text, `${id}${query}`);
          assert.equal(headerOf(again, 'etag'), headerOf(shown, 'etag'));
        }
      }
    });
  }
});
