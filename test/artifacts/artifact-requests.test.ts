// Engine: both
// Creations and updates of every kind that clients of the wire format are known to send: what each is answered, and what it
// leaves. Where a ruling asks for another status than the origin's, the row has that one; docs/compatibility.md lists them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, headerOf } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum, valueOf } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let test: TestApp;
let anaId = 0;

before(async () => {
  scrum = await openScrum();
  ({ test } = scrum);
  anaId = await scrum.user('ana');
  await test.addUser('stranger');
});
after(() => test.close());

const stories = 'User stories';
type Entry = Record<string, unknown>;
const field = (name: string): number => scrum.field(stories, name);
const entry = (name: string, rest: Entry): Entry => ({ field_id: field(name), ...rest });
const title = (value: unknown = 'x'): Entry => entry('title', { value });
const choice = (name: string, ...labels: string[]): number[] =>
  labels.map((label) => scrum.value(stories, name, label));

interface Kind {
  name: string;
  sent: () => Entry;
  status?: number;
  /** What GET shows of the field afterwards. */
  shows?: () => Entry;
}

const text = (content: unknown, format?: string): Entry => ({ value: { content, format } });
const none = { values: [], bind_value_ids: [] };

/** Of single fields: the same answers on creation and update. */
const kinds: Kind[] = [
  { name: 'a string', sent: () => title('a string'), shows: () => ({ value: 'a string' }) },
  { name: 'a string of spaces', sent: () => title('   '), shows: () => ({ value: '   ' }) },
  { name: 'a string like HTML', sent: () => title('<b>x</b> & "q"'), shows: () => ({ value: '<b>x</b> & "q"' }) },
  { name: 'letters of all scripts', sent: () => title('Éàü 漢字 😀'), shows: () => ({ value: 'Éàü 漢字 😀' }) },
  { name: 'a number for a string', sent: () => title(12), status: 400 },
  { name: 'a list for a string', sent: () => title(['x']), status: 400 },
  { name: 'nothing for a required string', sent: () => title(''), status: 400 },
  {
    name: 'plain text',
    sent: () => entry('description', text('<b>', 'text')),
    shows: () => ({ value: '<b>', format: 'text', post_processed_value: '&lt;b&gt;' }),
  },
  {
    name: 'HTML',
    sent: () => entry('description', text('<p>html</p><script>x</script>', 'html')),
    shows: () => ({ value: '<p>html</p><script>x</script>', format: 'html', post_processed_value: '<p>html</p>' }),
  },
  {
    name: 'CommonMark',
    sent: () => entry('description', text('**bold**', 'commonmark')),
    shows: () => ({ value: '<p><strong>bold</strong></p>\n', format: 'html', commonmark: '**bold**' }),
  },
  {
    name: 'text that names no format',
    sent: () => entry('description', { value: 'just a string' }),
    shows: () => ({ format: 'html', commonmark: 'just a string' }),
  },
  {
    name: 'text of an unknown format',
    sent: () => entry('description', text('x', 'zzz')),
    shows: () => ({ format: 'html', commonmark: 'x' }),
  },
  { name: 'an int', sent: () => entry('business_value', { value: 42 }), shows: () => ({ value: 42 }) },
  { name: 'an empty int', sent: () => entry('business_value', { value: '' }), shows: () => ({ value: null }) },
  { name: 'null for an int', sent: () => entry('business_value', { value: null }), shows: () => ({ value: null }) },
  { name: 'letters for an int', sent: () => entry('business_value', { value: 'abc' }), status: 400 },
  { name: 'a fraction for an int', sent: () => entry('business_value', { value: 1.5 }), status: 400 },
  { name: 'a float as text', sent: () => entry('story_points', { value: '1.5' }), shows: () => ({ value: 1.5 }) },
  {
    name: 'a float with exponent',
    sent: () => entry('story_points', { value: '1e3' }),
    shows: () => ({ value: 1000 }),
  },
  { name: 'letters for a float', sent: () => entry('story_points', { value: 'abc' }), status: 400 },
  {
    name: 'a date',
    sent: () => entry('wanted_by', { value: '2026-01-31' }),
    shows: () => ({ is_time_displayed: false }),
  },
  { name: 'an empty date', sent: () => entry('wanted_by', { value: '' }), shows: () => ({ value: null }) },
  { name: 'letters for a date', sent: () => entry('wanted_by', { value: 'abc' }), status: 400 },
  { name: 'a date that does not exist', sent: () => entry('wanted_by', { value: '2026-02-31' }), status: 400 },
  ...['2026-01-31 13:45', '2026-01-31', '2026-01-31T12:34:56+01:00', '2026-01-31 12:34:56'].map((value) => ({
    name: `${value} for a date with time`,
    sent: () => entry('accepted_on', { value }),
    shows: () => ({ is_time_displayed: true }),
  })),
  {
    name: 'one value of a list',
    sent: () => entry('risk', { bind_value_ids: choice('risk', 'High') }),
    shows: () => ({ bind_value_ids: choice('risk', 'High') }),
  },
  {
    name: 'its id as text',
    sent: () => entry('risk', { bind_value_ids: choice('risk', 'High').map(String) }),
    shows: () => ({ bind_value_ids: choice('risk', 'High') }),
  },
  { name: 'None', sent: () => entry('risk', { bind_value_ids: [100] }), shows: () => none },
  { name: 'no value', sent: () => entry('risk', { bind_value_ids: [] }), shows: () => none },
  { name: 'an unknown value', sent: () => entry('status', { bind_value_ids: [99_999] }), status: 400 },
  {
    name: 'two values for one',
    sent: () => entry('status', { bind_value_ids: choice('status', 'New', 'Ready') }),
    status: 400,
  },
  { name: 'a value for a list', sent: () => entry('risk', { value: 'High' }), status: 400 },
  {
    name: 'a person',
    sent: () => entry('product_owner', { bind_value_ids: [anaId] }),
    shows: () => ({ bind_value_ids: [anaId] }),
  },
  { name: 'an unknown person', sent: () => entry('product_owner', { bind_value_ids: [9999] }), status: 400 },
  {
    name: 'values of a list of several, one twice',
    sent: () => entry('platforms', { bind_value_ids: choice('platforms', 'iOS', 'Android', 'iOS') }),
    shows: () => ({ bind_value_ids: choice('platforms', 'iOS', 'Android') }),
  },
  {
    name: 'None beside a value',
    sent: () => entry('platforms', { bind_value_ids: [100, ...choice('platforms', 'iOS')] }),
    shows: () => ({ bind_value_ids: choice('platforms', 'iOS') }),
  },
  { name: 'no values', sent: () => entry('platforms', { bind_value_ids: [] }), shows: () => none },
  {
    name: 'an unknown value among others',
    sent: () => entry('platforms', { bind_value_ids: [...choice('platforms', 'iOS'), 99_999] }),
    status: 400,
  },
  {
    name: 'checked boxes',
    sent: () => entry('checklist', { bind_value_ids: choice('checklist', 'Designed', 'Translated') }),
    shows: () => ({ bind_value_ids: choice('checklist', 'Designed', 'Translated') }),
  },
  { name: 'no list for a list', sent: () => entry('checklist', { bind_value_ids: 809 }), status: 400 },
  {
    name: 'a user group',
    sent: () => entry('reviewers', { bind_value_ids: ['101_3'] }),
    shows: () => ({ bind_value_ids: ['101_3'] }),
  },
  {
    name: 'a user group by the id of its value',
    sent: () => entry('reviewers', { bind_value_ids: choice('reviewers', 'mobile_team') }),
    status: 400,
  },
  { name: 'links', sent: () => entry('links', { links: [{ id: 1 }, { id: 2, type: '_is_child' }] }) },
  {
    name: 'links in both directions',
    sent: () =>
      entry('links', {
        all_links: [
          { id: 1, direction: 'forward', type: '' },
          { id: 2, direction: 'reverse', type: '_is_child' },
        ],
      }),
  },
  {
    name: 'links that come and go in both directions',
    sent: () =>
      entry('links', {
        change_links: {
          add: [
            { id: 1, direction: 'forward', type: '' },
            { id: 2, direction: 'reverse', type: '_is_child' },
          ],
          remove: [{ id: 999_999, direction: 'forward', type: '' }],
        },
      }),
  },
  {
    name: 'a link that comes to nothing',
    sent: () => entry('links', { change_links: { add: [{ id: 999_999, direction: 'forward', type: '' }] } }),
    status: 400,
  },
  { name: 'a link to nothing', sent: () => entry('links', { links: [{ id: 999_999 }] }), status: 400 },
  { name: 'a link of an unknown type', sent: () => entry('links', { links: [{ id: 1, type: 'zzz' }] }), status: 400 },
  { name: 'a link without id', sent: () => entry('links', { links: [{ type: '' }] }), status: 400 },
  { name: 'links in two forms', sent: () => entry('links', { links: [], all_links: [] }), status: 400 },
  { name: 'a read-only date', sent: () => entry('submitted_on', { value: '2020-01-01' }) },
  { name: 'an unknown field', sent: () => ({ field_id: 999_999, value: 'x' }), status: 400 },
  { name: 'no field', sent: () => ({ value: 'x' }), status: 400 },
];

const post = (body: unknown, as = 'ana', headers = {}): Promise<Answered> =>
  test.call('/api/artifacts', { method: 'POST', as, body, headers });

const put = (id: number, body: unknown, headers = {}): Promise<Answered> =>
  test.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'ana', body, headers });

async function create(): Promise<number> {
  const made = await post({ tracker: { id: scrum.tracker(stories) }, values: [title('made by a test')] });
  assert.equal(made.status, 201, made.text);
  return Number(at(made.json, 'id'));
}

const read = async (id: number): Promise<unknown> => (await test.call(`/api/artifacts/${id}`, { as: 'ana' })).json;

async function expectShown(id: number, { sent, shows }: Kind): Promise<void> {
  const { field_id: fieldId } = sent();
  const shown = valueOf(await read(id), Number(fieldId));
  for (const [key, value] of Object.entries(shows?.() ?? {})) assert.deepEqual(at(shown, key) ?? null, value, key);
}

/** The shape of every refusal. */
function expectRefusal({ json }: Answered, status: number): void {
  assert.equal(at(json, 'error.code'), status);
  assert.equal(typeof at(json, 'error.message'), 'string');
}

describe('a creation with', () => {
  for (const kind of kinds) {
    const { name, sent, status = 201 } = kind;
    it(`${name} is ${status}`, async () => {
      const values = Object.is(sent()['field_id'], field('title')) ? [sent()] : [title(), sent()];
      const answer = await post({ tracker: { id: scrum.tracker(stories) }, values });
      assert.equal(answer.status, status, answer.text);
      if (status !== 201) return expectRefusal(answer, status);
      const id = Number(at(answer.json, 'id'));
      assert.deepEqual(answer.json, {
        id,
        uri: `artifacts/${id}`,
        tracker: {
          id: scrum.tracker(stories),
          uri: `trackers/${scrum.tracker(stories)}`,
          label: stories,
          color: at(answer.json, 'tracker.color'),
          project: { id: 101, uri: 'projects/101', label: at(answer.json, 'tracker.project.label'), icon: '' },
        },
      });
      assert.equal(headerOf(answer, 'location'), `https://localhost/api/v1/artifacts/${id}`);
      assert.ok(headerOf(answer, 'etag') !== '' && headerOf(answer, 'last-modified') !== '');
      await expectShown(id, kind);
    });
  }
});

describe('an update with', () => {
  for (const kind of kinds) {
    const { name, sent, status = 201 } = kind;
    it(`${name} is ${status === 201 ? 200 : status}`, async () => {
      const id = await create();
      const before = headerOf(await test.call(`/api/artifacts/${id}`, { as: 'ana' }), 'etag');
      const answer = await put(id, { values: [sent()] });
      assert.equal(answer.status, status === 201 ? 200 : status, answer.text);
      if (status === 201) return expectShown(id, kind);
      expectRefusal(answer, status);
      assert.equal(headerOf(await test.call(`/api/artifacts/${id}`, { as: 'ana' }), 'etag'), before);
    });
  }
});

describe('a creation', () => {
  const body = (more: Entry) => ({ tracker: { id: scrum.tracker(stories) }, ...more });
  const rows: { name: string; sent: () => unknown; status: number; as?: string }[] = [
    { name: 'by names of fields', sent: () => body({ values_by_field: { title: { value: 'x' } } }), status: 201 },
    {
      name: 'by the id of a tracker as text',
      sent: () => ({ tracker: { id: String(scrum.tracker(stories)) }, values: [title()] }),
      status: 201,
    },
    { name: 'with a field twice', sent: () => body({ values: [title('first'), title('last')] }), status: 201 },
    { name: 'that copies an artifact', sent: () => body({ from_artifact: { id: 1 } }), status: 201 },
    { name: 'that copies what is not there', sent: () => body({ from_artifact: { id: 999_999 } }), status: 404 },
    {
      name: 'that copies and has values',
      sent: () => body({ values: [title()], from_artifact: { id: 1 } }),
      status: 400,
    },
    {
      name: 'in two forms',
      sent: () => body({ values: [title()], values_by_field: { title: { value: 'x' } } }),
      status: 400,
    },
    {
      name: 'of a list by its name',
      sent: () => body({ values_by_field: { title: { value: 'x' }, status: { bind_value_ids: [1] } } }),
      status: 400,
    },
    {
      name: 'of an unknown name',
      sent: () => body({ values_by_field: { title: { value: 'x' }, zzz: { value: 7 } } }),
      status: 400,
    },
    {
      name: 'without a required value',
      sent: () => body({ values: [entry('business_value', { value: 1 })] }),
      status: 400,
    },
    { name: 'without values', sent: () => body({ values: [] }), status: 400 },
    { name: 'with a text for values', sent: () => body({ values: 'x' }), status: 400 },
    { name: 'with nothing but a tracker', sent: () => body({}), status: 400 },
    { name: 'without tracker', sent: () => ({ values: [title()] }), status: 400 },
    { name: 'with a number for the tracker', sent: () => ({ tracker: 98, values: [title()] }), status: 400 },
    { name: 'with an empty tracker', sent: () => ({ tracker: {}, values: [title()] }), status: 400 },
    { name: 'with letters for the tracker', sent: () => ({ tracker: { id: 'abc' }, values: [title()] }), status: 400 },
    { name: 'in an unknown tracker', sent: () => ({ tracker: { id: 99_999 }, values: [title()] }), status: 404 },
    { name: 'of broken JSON', sent: () => '{"tracker":', status: 400 },
    { name: 'without a body', sent: () => undefined, status: 400 },
    { name: 'by somebody who may set no field', sent: () => body({ values: [title()] }), status: 403, as: 'stranger' },
    {
      name: 'by anybody where everybody may',
      sent: () => ({
        tracker: { id: scrum.tracker('Bugs') },
        values: ['title', 'description'].map((name) => ({ field_id: scrum.field('Bugs', name), value: 'x' })),
      }),
      status: 201,
      as: 'stranger',
    },
  ];
  for (const { name, sent, status, as = 'ana' } of rows) {
    it(`${name} is ${status}`, async () => {
      const answer = await post(sent(), as);
      assert.equal(answer.status, status, answer.text);
      if (status !== 201) expectRefusal(answer, status);
    });
  }

  it('by names says so in its address, the last of two values wins, and a copy has the title alone', async () => {
    const named = await post(body({ values_by_field: { title: { value: 'x' } } }));
    const id = Number(at(named.json, 'id'));
    assert.equal(at(named.json, 'uri'), `artifacts/${id}?values_format=by_field`);
    assert.ok(headerOf(named, 'location').endsWith(`/api/v1/artifacts/${id}?values_format=by_field`));
    const twice = await post(body({ values: [title('first'), title('last')] }));
    assert.equal(at(await read(Number(at(twice.json, 'id'))), 'title'), 'last');
    const origin = await post(body({ values: [title('to copy'), entry('business_value', { value: 5 })] }));
    const copy = await post(body({ from_artifact: { id: at(origin.json, 'id') } }));
    const shown = await read(Number(at(copy.json, 'id')));
    assert.equal(at(shown, 'title'), 'to copy');
    assert.equal(at(valueOf(shown, field('business_value')), 'value') ?? null, null);
  });

  it('speaks XML', async () => {
    const xml = (root: string) =>
      `<?xml version="1.0" encoding="UTF-8"?><${root}><tracker><id>${scrum.tracker(stories)}</id></tracker><values><item>` +
      `<field_id>${field('title')}</field_id><value>One</value></item></values></${root}>`;
    const asXml = { 'content-type': 'application/xml', accept: 'application/xml' };
    assert.match(
      (await post(xml('request'), 'ana', asXml)).text,
      /<response><id>\d+<\/id><uri>artifacts\/\d+<\/uri><tracker>/,
    );
    const json = await post(xml('request'), 'ana', { ...asXml, accept: 'application/json' });
    assert.equal(at(await read(Number(at(json.json, 'id'))), 'title'), 'One');
    const id = Number(at(json.json, 'id'));
    const owner = field('product_owner');
    const value = Number(at((await test.call('/api/users/self', { as: 'ana' })).json, 'id'));
    for (const list of [String(value), `<item>${value}</item>`, `<text>${value}</text>`]) {
      const values = `<values><item><field_id>${owner}</field_id><bind_value_ids>${list}</bind_value_ids></item></values>`;
      const path = `/api/artifacts/${id}`;
      const changed = await test.call(path, {
        method: 'PUT',
        as: 'ana',
        headers: asXml,
        body: `<request>${values}</request>`,
      });
      assert.equal(changed.status, 200, changed.text);
      const shown = await test.call(path, { as: 'ana', headers: { accept: 'application/xml' } });
      for (const { text } of [changed, shown])
        assert.ok(text.includes(`<bind_value_ids>${value}</bind_value_ids>`), 'a list of one is its text');
      const back = shown.text.replaceAll('response>', 'request>');
      assert.equal((await test.call(path, { method: 'PUT', as: 'ana', headers: asXml, body: back })).status, 200);
    }
    for (const broken of [xml('response'), '<request><tracker>', 'hello', '<request/>']) {
      const refused = await post(broken, 'ana', asXml);
      assert.equal(refused.status, 400);
      assert.match(refused.text, /<error><code>400<\/code>/);
    }
  });
});

describe('an update', () => {
  const comments = async (id: number): Promise<unknown[]> => {
    const { json } = await test.call(`/api/artifacts/${id}/changesets?fields=comments`, { as: 'ana' });
    return listAt(json).map((changeset) => at(changeset, 'last_comment'));
  };

  it('without a change and a comment makes no version', async () => {
    const id = await create();
    const { etag } = Object.fromEntries((await test.call(`/api/artifacts/${id}`, { as: 'ana' })).headers);
    for (const values of [[], [title('made by a test')]]) {
      const answer = await put(id, { values });
      assert.equal(answer.status, 200);
      assert.equal(headerOf(answer, 'etag'), etag);
    }
    assert.equal(listAt((await test.call(`/api/artifacts/${id}/changesets`, { as: 'ana' })).json).length, 1);
  });

  it('keeps comments in each format, and in CommonMark where it is another or none', async () => {
    const id = await create();
    const sent = [
      { body: 'a <b> comment', format: 'text' },
      { body: '<b>x</b><script>y</script>', format: 'html' },
      { body: '**x**', format: 'commonmark' },
      { body: 'x', format: 'zzz' },
      { body: 'y' },
    ];
    for (const comment of sent) assert.equal((await put(id, { values: [], comment })).status, 200);
    const markdown = (html: string, commonmark: string) => ({
      body: html,
      post_processed_body: html,
      format: 'html',
      commonmark,
      ugroups: null,
    });
    assert.deepEqual(await comments(id), [
      { body: 'a <b> comment', post_processed_body: 'a &lt;b&gt; comment', format: 'text', ugroups: null },
      { body: '<b>x</b><script>y</script>', post_processed_body: '<b>x</b>', format: 'html', ugroups: null },
      markdown('<p><strong>x</strong></p>\n', '**x**'),
      markdown('<p>x</p>\n', 'x'),
      markdown('<p>y</p>\n', 'y'),
    ]);
  });

  it('is refused where its form is wrong', async () => {
    const id = await create();
    const rows: unknown[] = [
      {},
      '{',
      { comment: { body: 'x', format: 'text' } },
      { values: {} },
      { values: [], comment: 'x' },
      { values: [], comment: { body: 'ä'.repeat(40_000), format: 'text' } },
    ];
    for (const body of rows) expectRefusal(await put(id, body), 400);
    assert.equal((await comments(id)).length, 0);
  });

  it('replaces links, and passes one to itself over', async () => {
    const id = await create();
    const links = async (sent: unknown[]): Promise<unknown[]> => {
      const answer = await put(id, { values: [entry('links', { links: sent })] });
      assert.equal(answer.status, 200, answer.text);
      return listAt(valueOf(await read(id), field('links')), 'links').map((link) => [at(link, 'id'), at(link, 'type')]);
    };
    assert.deepEqual(await links([{ id: 1 }, { id: 2, type: '_is_child' }]), [
      [1, null],
      [2, '_is_child'],
    ]);
    assert.deepEqual(await links([{ id: '1' }]), [[1, null]]);
    assert.deepEqual(await links([{ id }]), []);
  });

  it('compares versions', async () => {
    const id = await create();
    const read = () => test.call(`/api/artifacts/${id}`, { as: 'ana' });
    const future = 'Sat, 01 Jan 2028 00:00:00 GMT';
    let count = 0;
    const sent = (headers: Record<string, string>) => put(id, { values: [title(`title ${count++}`)] }, headers);
    const tag = async () => headerOf(await read(), 'etag');
    const date = async () => headerOf(await read(), 'last-modified');
    const rows: [Record<string, string>, number][] = [
      [{ 'if-match': '1' }, 412],
      [{ 'if-match': '"1", "2"' }, 412],
      [{ 'if-match': `W/${await tag()}` }, 200],
      [{ 'if-match': '*' }, 200],
      [{ 'if-match': `"1", ${await tag()}` }, 412],
      [{ 'if-unmodified-since': future }, 412],
      [{ 'if-unmodified-since': 'garbage' }, 400],
      [{ 'if-match': '1', 'if-unmodified-since': future }, 412],
    ];
    for (const [headers, status] of rows) assert.equal((await sent(headers)).status, status, JSON.stringify(headers));
    assert.equal((await sent({ 'if-match': `"1", ${await tag()}` })).status, 200);
    assert.equal((await sent({ 'if-match': (await tag()).replaceAll('"', '') })).status, 200);
    assert.equal((await sent({ 'if-match': await tag(), 'if-unmodified-since': await date() })).status, 200);
  });

  it('is refused to who may not', async () => {
    const id = await create();
    const body = { values: [title()] };
    const path = `/api/artifacts/${id}`;
    await expectRow(test, { method: 'PUT', path, body, status: 401 });
    await expectRow(test, { method: 'PUT', path, body, as: 'stranger', status: 400, contains: ['permission to set'] });
  });
});
