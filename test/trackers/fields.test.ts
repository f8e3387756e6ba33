// Engine: both
// Every field type over REST: what is sent at creation and update in JSON and XML, what GET, history and XML show of it,
// what is refused, what clears it, what a field gets when nothing is sent.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { writeXml } from '../../src/platform/wire/xml-write.ts';
import { at, createTestClock, headerOf } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt, openScrum, valueOf } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

const clock = createTestClock(Date.UTC(2026, 9, 1, 12, 0, 0));
let scrum: Scrum;
let test: TestApp;
let brunoId = 0;
before(async () => {
  scrum = await openScrum({ clock, withKanban: true });
  ({ test } = scrum);
  brunoId = await scrum.user('bruno');
});
after(() => test.close());

const stories = 'User stories';
const risk = (label: string): number => scrum.value(stories, 'risk', label);
const platform = (label: string): number => scrum.value(stories, 'platforms', label);
const check = (label: string): number => scrum.value(stories, 'checklist', label);
const chosen = (...ids: number[]) => ({ bind_value_ids: ids, values: ids.map((id) => ({ id })) });
const rendered = (source: string, html: string) => ({
  value: html,
  post_processed_value: html,
  format: 'html',
  commonmark: source,
});

type Entry = Record<string, unknown>;

interface FieldRow {
  tracker?: string;
  field: string;
  /** What is special here. */
  about?: string;
  /** Sent as the entry of `values`, without field_id. */
  sent(): Entry;
  /** What GET must show of it at least. */
  shown(): Entry;
}

const localDay = (day: string): Date => new Date(`${day}T00:00:00`);

const accepted: FieldRow[] = [
  {
    field: 'title',
    about: ' with markup',
    sent: () => ({ value: '<b>16</b> & "so" — 密' }),
    shown: () => ({ value: '<b>16</b> & "so" — 密' }),
  },
  { field: 'title', about: ' of digits', sent: () => ({ value: '16' }), shown: () => ({ value: '16' }) },
  {
    field: 'title',
    about: ' with spaces',
    sent: () => ({ value: ' spaces  kept ' }),
    shown: () => ({ value: ' spaces  kept ' }),
  },
  {
    field: 'acceptance',
    sent: () => ({ value: 'a *word*' }),
    shown: () => rendered('a *word*', '<p>a <em>word</em></p>\n'),
  },
  {
    field: 'acceptance',
    sent: () => ({ value: { content: '2 < 3\n& so on', format: 'text' } }),
    shown: () => ({
      value: '2 < 3\n& so on',
      format: 'text',
      post_processed_value: '2 &lt; 3<br />\n&amp; so on',
      commonmark: undefined,
    }),
  },
  {
    field: 'acceptance',
    sent: () => ({ value: { content: '<p onclick="x()">hi<script>x()</script></p>', format: 'html' } }),
    shown: () => ({
      value: '<p onclick="x()">hi<script>x()</script></p>',
      format: 'html',
      post_processed_value: '<p>hi</p>',
    }),
  },
  {
    field: 'acceptance',
    sent: () => ({ value: { content: '<i>raw</i> **b**', format: 'commonmark' } }),
    shown: () => rendered('<i>raw</i> **b**', '<p><i>raw</i> <strong>b</strong></p>\n'),
  },
  { field: 'business_value', sent: () => ({ value: 42 }), shown: () => ({ value: 42 }) },
  { field: 'business_value', sent: () => ({ value: '-7' }), shown: () => ({ value: -7 }) },
  { field: 'business_value', sent: () => ({ value: 0 }), shown: () => ({ value: 0 }) },
  { field: 'story_points', sent: () => ({ value: 0.5 }), shown: () => ({ value: 0.5 }) },
  { field: 'story_points', sent: () => ({ value: '1e3' }), shown: () => ({ value: 1000 }) },
  {
    field: 'wanted_by',
    sent: () => ({ value: '2026-03-29' }),
    shown: () => ({ value: localDay('2026-03-29'), is_time_displayed: false }),
  },
  {
    field: 'accepted_on',
    sent: () => ({ value: '2026-03-29T23:30:15+05:00' }),
    shown: () => ({ value: new Date('2026-03-29T18:30:15Z'), is_time_displayed: true }),
  },
  {
    field: 'product_owner',
    sent: () => ({ bind_value_ids: [brunoId] }),
    shown: () => ({
      bind_value_ids: [brunoId],
      values: [{ username: 'bruno', email: 'bruno@example.org', status: 'A' }],
    }),
  },
  { field: 'risk', sent: () => ({ bind_value_ids: [risk('High')] }), shown: () => chosen(risk('High')) },
  { field: 'risk', sent: () => ({ bind_value_ids: [String(risk('Medium'))] }), shown: () => chosen(risk('Medium')) },
  {
    field: 'platforms',
    sent: () => ({ bind_value_ids: [platform('Back office'), platform('iOS'), platform('iOS'), 100] }),
    shown: () => chosen(platform('Back office'), platform('iOS')),
  },
  {
    field: 'checklist',
    sent: () => ({ bind_value_ids: [check('Designed'), check('Translated')] }),
    shown: () => chosen(check('Designed'), check('Translated')),
  },
  {
    field: 'reviewers',
    sent: () => ({ bind_value_ids: ['101_3', '101'] }),
    shown: () => ({
      bind_value_ids: ['101_3', '101'],
      values: [{ short_name: 'project_members' }, { short_name: 'mobile_team', label: 'mobile_team' }],
    }),
  },
  {
    field: 'links',
    sent: () => ({ links: [{ id: 1 }, { id: 17, type: '_is_child' }] }),
    shown: () => ({
      links: [
        { id: 1, uri: 'artifacts/1', type: null, tracker: { label: 'Releases' } },
        { id: 17, type: '_is_child', tracker: { label: 'Tasks' } },
      ],
      reverse_links: [],
    }),
  },
  {
    field: 'links',
    sent: () => ({ links: [{ id: 17, type: '' }], parent: { id: 8 } }),
    shown: () => ({ links: [{ id: 17, type: null }], reverse_links: [{ id: 8, type: '_is_child' }] }),
  },
  {
    field: 'links',
    sent: () => ({
      all_links: [
        { id: 18, direction: 'forward', type: '_is_child' },
        { id: 9, direction: 'reverse', type: '' },
      ],
    }),
    shown: () => ({ links: [{ id: 18, type: '_is_child' }], reverse_links: [{ id: 9, type: null }] }),
  },
  {
    tracker: 'Bugs',
    field: 'restricted_to',
    sent: () => ({ value: { granted_groups: ['101_3', '102'] } }),
    shown: () => ({ granted_groups: ['project_members', 'quality_team'], granted_groups_ids: ['101_3', '102'] }),
  },
];

const derived = ['id', 'number', 'submitted_by', 'submitted_on', 'last_modified_by', 'last_modified_on'];

/** As partialDeepStrictEqual, with dates for moments in any zone and undefined for a key that must be absent. */
function holds(shown: unknown, wanted: unknown, path: string): void {
  if (wanted instanceof Date) assert.equal(Date.parse(String(shown)), wanted.getTime(), path);
  else if (Array.isArray(wanted)) {
    assert.equal(listAt(shown).length, wanted.length, `${path}: ${JSON.stringify(shown)}`);
    wanted.forEach((item, index) => holds(at(shown, String(index)), item, `${path}.${index}`));
  } else if (typeof wanted === 'object' && wanted !== null)
    for (const [key, value] of Object.entries(wanted)) holds(at(shown, key), value, `${path}.${key}`);
  else assert.equal(shown, wanted, path);
}

type Format = 'json' | 'xml';

const send = (method: string, path: string, body: unknown, format: Format): Promise<Answered> =>
  test.call(path, {
    method,
    as: 'ana',
    body: format === 'json' ? body : writeXml(body, 'request'),
    headers: { 'content-type': `application/${format}` },
  });

const entry = (tracker: string, field: string, rest: Entry): Entry => ({
  field_id: scrum.field(tracker, field),
  ...rest,
});

/** Entries with what a new artifact of the tracker needs. */
const complete = (tracker: string, entries: Entry[]): Entry[] => [
  entry(tracker, 'title', { value: 'made by a test' }),
  ...(tracker === 'Bugs' ? [entry(tracker, 'description', { value: 'needed' })] : []),
  ...entries,
];

async function create(tracker: string, entries: Entry[], format: Format = 'json'): Promise<number> {
  const body = { tracker: { id: scrum.tracker(tracker) }, values: complete(tracker, entries) };
  const made = await send('POST', '/api/artifacts', body, format);
  assert.equal(made.status, 201, made.text);
  const id = /"id":(\d+)|<id>(\d+)/.exec(made.text);
  return Number(id?.[1] ?? id?.[2]);
}

async function read(id: number): Promise<unknown> {
  const answer = await test.call(`/api/artifacts/${id}?values_format=all`, { as: 'ana' });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

const historyOf = async (id: number): Promise<readonly unknown[]> =>
  listAt((await test.call(`/api/artifacts/${id}/changesets?limit=50`, { as: 'ana' })).json);

describe('values that are accepted', () => {
  for (const row of accepted) {
    const tracker = row.tracker ?? stories;
    for (const format of ['json', 'xml'] as const) {
      it(`${row.field}${row.about ?? ''} at creation and update in ${format}`, async () => {
        const sent = entry(tracker, row.field, row.sent());
        const created = await create(tracker, [sent], format);
        const updated = await create(tracker, []);
        const put = await send('PUT', `/api/artifacts/${updated}`, { values: [sent] }, format);
        assert.equal(put.status, 200, put.text);
        for (const id of [created, updated]) {
          const shown = valueOf(await read(id), scrum.field(tracker, row.field));
          holds(shown, row.shown(), row.field);
          const last = (await historyOf(id)).at(-1);
          holds(valueOf(last, scrum.field(tracker, row.field)), row.shown(), 'history');
        }
        assert.equal((await historyOf(created)).length, 1);
        assert.equal((await historyOf(updated)).length, 2);
      });
    }
  }

  it('derived fields ignore whatever is sent', async () => {
    const id = await create(stories, []);
    const before = await read(id);
    const values = derived.map((name) => entry(stories, name, { value: 99, bind_value_ids: [1] }));
    const put = await send('PUT', `/api/artifacts/${id}`, { values }, 'json');
    assert.equal(put.status, 200, put.text);
    assert.deepEqual(await read(id), before);
  });

  it('read-only fields tell of the artifact', async () => {
    const id = await create(stories, []);
    const shown = await read(id);
    const number = listAt((await test.call(`/api/trackers/3/artifacts?limit=1000`, { as: 'ana' })).json).length;
    holds(valueOf(shown, scrum.field(stories, 'id')), { type: 'aid', value: id }, 'aid');
    holds(valueOf(shown, scrum.field(stories, 'number')), { type: 'atid', value: number }, 'atid');
    for (const name of ['submitted_by', 'last_modified_by'])
      holds(valueOf(shown, scrum.field(stories, name)), { value: { username: 'ana', email: 'ana@example.org' } }, name);
    for (const name of ['submitted_on', 'last_modified_on'])
      holds(valueOf(shown, scrum.field(stories, name)), { value: new Date(clock.nowMs()) }, name);
  });
});

describe('values_by_field', () => {
  for (const format of ['json', 'xml'] as const) {
    it(`creates, and GET shows it back, in ${format}`, async () => {
      const named = {
        title: { value: 'by name' },
        acceptance: { value: 'one', format: 'text' },
        description: { value: { content: '<p>two</p>', format: 'html' } },
        story_points: { value: 2.5 },
        business_value: { value: 3 },
      };
      const body = { tracker: { id: scrum.tracker(stories) }, values_by_field: named };
      const made = await send('POST', '/api/artifacts', body, format);
      assert.equal(made.status, 201, made.text);
      assert.match(headerOf(made, 'location'), /\/api\/v1\/artifacts\/\d+\?values_format=by_field$/);
      const id = Number(/artifacts\/(\d+)/.exec(headerOf(made, 'location'))?.[1]);
      const shown = at(await read(id), 'values_by_field');
      holds(
        shown,
        {
          title: { field_id: scrum.field(stories, 'title'), type: 'string', label: 'Title', value: 'by name' },
          acceptance: { value: 'one', format: 'text' },
          description: { value: '<p>two</p>', format: 'html' },
          story_points: { type: 'float', value: 2.5 },
          business_value: { type: 'int', value: 3 },
          remaining_effort: { type: 'computed' },
          id: { type: 'aid', value: id },
          status: undefined,
          wanted_by: undefined,
          links: undefined,
        },
        'values_by_field',
      );
    });
  }

  const refused: [named: Entry, path: string][] = [
    [{ title: { value: 'x' }, nothing: { value: 1 } }, 'values_by_field.nothing'],
    [{ title: { value: 'x' }, risk: { value: 1 } }, 'values_by_field.risk'],
    [{ title: { value: 'x' }, wanted_by: { value: '2026-01-01' } }, 'values_by_field.wanted_by'],
    [{ title: 'x' }, 'values_by_field.title'],
    [{ title: { text: 'x' } }, 'values_by_field.title'],
    [{ title: { value: 'x' }, business_value: { value: 'many' } }, 'values_by_field.business_value.value'],
    [{ title: { value: 'x' }, fs_story: { value: 'x' } }, 'values_by_field.fs_story'],
  ];
  for (const [named, path] of refused) {
    it(`refuses ${JSON.stringify(named)}`, async () => {
      const body = { tracker: { id: scrum.tracker(stories) }, values_by_field: named };
      const answer = await send('POST', '/api/artifacts', body, 'json');
      assert.equal(answer.status, 400, answer.text);
      assert.ok(String(at(answer.json, 'error.message')).includes(path), answer.text);
    });
  }

  it('goes with values only when one of them is empty', async () => {
    const tracker = { id: scrum.tracker(stories) };
    const values = complete(stories, []);
    const named = { title: { value: 'x' } };
    for (const [body, status] of [
      [{ tracker, values, values_by_field: named }, 400],
      [{ tracker, values: [], values_by_field: {} }, 400],
      [{ tracker }, 400],
      [{ tracker, values, values_by_field: {} }, 201],
      [{ tracker, values: [], values_by_field: named }, 201],
    ] as const) {
      assert.equal((await send('POST', '/api/artifacts', body, 'json')).status, status, JSON.stringify(body));
    }
  });
});
