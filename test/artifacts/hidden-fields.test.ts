// Engine: both
// A field that a reader may not read leaves no trace: in representations, history, links, lists, refusals and entity tags.
// The things of the tests: `secret` is for administrators, `drop` may be filled by everybody and read by administrators.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, createTestClock, headerOf, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt, valueOf } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, everybody, members, nobody, registered } from '../support/worlds.ts';
import type { ChangePlan, FieldPlan, TrackerPlan, World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let ada: number;
let sam: number;
const day = 24 * 3600 * 1000;
const open = { read: [everybody], submit: [registered], update: [registered] };
const forAdmins = { read: [admins], submit: [admins], update: [admins] };

const fields: FieldPlan[] = [
  { name: 'title', type: 'string', ...open },
  { name: 'secret', type: 'int', ...forAdmins },
  { name: 'rating', type: 'sb', values: ['Poor', 'Great'], ...forAdmins },
  { name: 'drop', type: 'sb', values: ['Left box', 'Right box'], read: [admins], submit: [registered] },
  { name: 'note', type: 'string', isRequired: true, read: [admins], submit: [members] },
  { name: 'links', type: 'art_link', ...open },
  { name: 'cross', type: 'cross', ...open },
  { name: 'luby', type: 'luby', ...open },
  { name: 'lud', type: 'lud', ...open },
  { name: 'since', type: 'date', ...open },
  { name: 'until', type: 'date', ...forAdmins },
  { name: 'limit', type: 'perm', ...forAdmins },
];

const full = { permissions: { full: [everybody] } };
const trackers: TrackerPlan[] = [
  { name: 'open', ...full, fields, title: 'title', rules: [{ source: 'since', target: 'until' }] },
  { name: 'closed', permissions: { full: [admins] }, fields, title: 'title' },
  {
    name: 'quiet',
    ...full,
    title: 'title',
    status: { field: 'rating', open: ['Great'] },
    fields: fields.map((field) =>
      field.name === 'links' || field.name === 'title' ? { ...field, ...forAdmins } : field,
    ),
  },
  { name: 'child', ...full, fields, parent: 'quiet' },
];

before(async () => {
  // A tracker shows the present minute as the default of a date, so time stands still.
  test = await startApp({ clock: createTestClock(Date.UTC(2026, 0, 15, 12)) });
  ada = await test.addUser('ada');
  sam = await test.addUser('sam');
  await test.addUser('mia');
  world = await buildProject(test, { name: 'glass', admins: [ada], members: [sam], trackers: () => trackers });
});
after(() => test.close());

const field = (name: string, tracker = 'open'): number => world.field(tracker, name);
const change = (
  by: number,
  dayNumber: number,
  values: ChangePlan['values'],
  rest: Partial<ChangePlan> = {},
): ChangePlan => ({
  by,
  atMs: dayNumber * day,
  ...(values === undefined ? {} : { values }),
  ...rest,
});
const link = (id: number, type = '') => ({ id, type });
async function build(tracker: string, ...changes: ChangePlan[]): Promise<number> {
  const [id] = await buildArtifacts(test, [{ trackerId: world.tracker(tracker), changes }]);
  assert.ok(id !== undefined);
  return id;
}
const put = (as: string, id: number, values: unknown): Promise<Answered> =>
  test.call(`/api/artifacts/${id}`, { method: 'PUT', as, body: { values } });
const post = (as: string, values: unknown, tracker = 'open'): Promise<Answered> =>
  test.call('/api/artifacts', { method: 'POST', as, body: { tracker: { id: world.tracker(tracker) }, values } });
const parts = (answer: Answered): string[] => headerOf(answer, 'etag').replaceAll('"', '').split('.');

describe('a change that the reader may not know of', () => {
  const paths = (id: number): string[] => [
    `/api/artifacts/${id}?values_format=all`,
    `/api/artifacts/${id}?tracker_structure_format=complete`,
    `/api/artifacts/${id}/changesets?limit=50`,
    `/api/artifacts/${id}/changesets?limit=50&order=desc`,
    `/api/artifacts/${id}/links`,
    `/api/trackers/${world.tracker('open')}/artifacts?values=all`,
  ];
  const readers: (string | undefined)[] = [undefined, 'mia', 'sam'];
  const caller = (as: string | undefined) => (as === undefined ? {} : { as });

  /** What a reader gets, without the parts that follow the version by contract. */
  async function readAll(as: string | undefined, id: number): Promise<string[]> {
    const rows = paths(id).flatMap((path) => [{ path }, { path, headers: { accept: 'application/xml' } }]);
    const answers = await Promise.all(rows.map((row) => expectRow(test, { ...caller(as), ...row, status: 200 })));
    return answers.map((answer) => {
      const tag = answer.headers.get('etag');
      const size = answer.headers.get('x-pagination-size');
      return `${answer.text} ${tag === null ? '' : tag.split('.')[1]} ${size}`;
    });
  }

  const changes: [what: string, send: (id: number) => Promise<Answered>][] = [
    ['the value of a hidden field', (id) => put('ada', id, [{ field_id: field('secret'), value: 77 }])],
    [
      'a hidden list',
      (id) => put('ada', id, [{ field_id: field('rating'), bind_value_ids: [world.value('open', 'rating', 'Great')] }]),
    ],
    [
      'a link to a hidden artifact',
      async (id) => {
        const hidden = await build('closed', change(ada, 1, { [field('title', 'closed')]: 'hidden' }));
        return put('ada', id, [{ field_id: field('links'), links: [link(hidden)] }]);
      },
    ],
    [
      'a link that a hidden artifact has',
      async (id) => {
        const hidden = await build('closed', change(ada, 1, { [field('title', 'closed')]: 'hidden' }));
        return put('ada', hidden, [{ field_id: field('links', 'closed'), links: [link(id)] }]);
      },
    ],
    [
      'a link in a field that is hidden',
      async (id) => {
        const quiet = await build('quiet', change(ada, 1, {}));
        return put('ada', quiet, [{ field_id: field('links', 'quiet'), links: [link(id)] }]);
      },
    ],
  ];
  for (const [what, send] of changes) {
    it(`leaves everything as it was: ${what}`, async () => {
      const id = await build(
        'open',
        change(sam, 1, { [field('title')]: 'one' }),
        change(sam, 2, { [field('title')]: 'two' }),
      );
      const before = await Promise.all(readers.map((as) => readAll(as, id)));
      const known = await expectRow(test, { as: 'ada', path: `/api/artifacts/${id}`, status: 200 });
      assert.equal((await send(id)).status, 200);
      const news = await expectRow(test, { as: 'ada', path: `/api/artifacts/${id}`, status: 200 });
      assert.notEqual(parts(news)[1], parts(known)[1], 'who may read it sees the change');
      assert.deepEqual(await Promise.all(readers.map((as) => readAll(as, id))), before);
    });
  }

  it('is neither a comment for others', async () => {
    const comment = { comment: 'between us', commentFor: [admins] };
    const first = change(sam, 1, { [field('title')]: 'one' });
    const id = await build('open', first, change(ada, 5, undefined, comment));
    for (const [as, by, size] of [
      ['mia', 'sam', '1'],
      ['sam', 'sam', '1'],
      ['ada', 'ada', '2'],
      ['root', 'ada', '2'],
    ] as const) {
      const shown = await expectRow(test, { as, path: `/api/artifacts/${id}`, status: 200 });
      assert.equal(at(shown.json, 'last_update_by_user.username'), by, as);
      assert.equal(at(valueOf(shown.json, field('luby')), 'value.username'), by, as);
      const answers = { 'x-pagination-size': size };
      const path = `/api/artifacts/${id}/changesets`;
      const lacks = size === '1' ? ['between us'] : [];
      await expectRow(test, { as, path, status: 200, answers, lacks });
    }
  });

  it('does not date the artifact, while If-Match and Last-Modified still guard against it', async () => {
    const id = await build('open', change(sam, 1, { [field('title')]: 'one' }));
    const path = `/api/artifacts/${id}`;
    const before = await expectRow(test, { as: 'sam', path, status: 200 });
    await put('ada', id, [{ field_id: field('secret'), value: 3 }]);
    const now = await expectRow(test, { as: 'sam', path, status: 200 });
    assert.equal(now.text, before.text);
    assert.equal(at(now.json, 'last_modified_date'), at(before.json, 'last_modified_date'));
    assert.equal(parts(now)[1], parts(before)[1]);
    assert.notEqual(parts(now)[0], parts(before)[0]);
    const body = { values: [{ field_id: field('title'), value: 'mine' }] };
    const headers = { 'if-match': headerOf(before, 'etag') };
    await expectRow(test, { as: 'sam', path, method: 'PUT', body, headers, status: 412 });
  });

  it('is no news of the project for others', async () => {
    const id = await build('open', change(sam, 1, { [field('title')]: 'one' }));
    const path = `/api/projects/${world.id}/heartbeats`;
    const rows = readers.flatMap((as) => [
      { ...caller(as), path, status: 200 },
      { ...caller(as), path, status: 200, headers: { accept: 'application/xml' } },
    ]);
    const readNews = () => Promise.all(rows.map(async (row) => (await expectRow(test, row)).text));
    const before = await readNews();
    await put('ada', id, [{ field_id: field('secret'), value: 5 }]);
    assert.deepEqual(await readNews(), before);
    const news = await expectRow(test, { as: 'ada', path, status: 200 });
    assert.match(String(at(news.json, 'entries.0.html_message')), new RegExp(`aid=${id}"`));
    assert.equal(at(news.json, 'entries.0.user.username'), 'ada');
  });

  it('follows links as they become visible, and as they vanish', async () => {
    const other = await build('open', change(sam, 1, { [field('title')]: 'other' }));
    const id = await build(
      'open',
      change(sam, 1, { [field('title')]: 'one' }),
      change(ada, 3, { [field('links')]: [link(other)] }),
    );
    const last = async (): Promise<unknown> =>
      at((await test.call(`/api/artifacts/${id}`, { as: 'mia' })).json, 'last_update_by_user.username');
    const limit = (groups: string[]): Promise<Answered> =>
      put('ada', other, [{ field_id: field('limit'), value: { granted_groups: groups } }]);
    assert.equal(await last(), 'ada');
    await limit([`${world.id}_4`]);
    assert.equal(await last(), 'sam');
    await limit([]);
    assert.equal(await last(), 'ada');
    await put('ada', id, [{ field_id: field('links'), links: [] }]);
    await limit([`${world.id}_4`]);
    assert.equal(await last(), 'sam');
    await limit([]);
    assert.equal(await last(), 'ada');
  });
});

describe('what is linked', () => {
  it('in a field that may not be read is shown nowhere', async () => {
    const target = await build('open', change(sam, 1, { [field('title')]: 'target' }));
    const source = await build('quiet', change(ada, 1, { [field('links', 'quiet')]: [link(target, '_is_child')] }));
    for (const as of ['mia', 'sam', 'ada'] as const) {
      const sees = as === 'ada';
      const shown = await test.call(`/api/artifacts/${target}`, { as });
      assert.equal(listAt(valueOf(shown.json, field('links')), 'reverse_links').length, sees ? 1 : 0, as);
      assert.equal(listAt(valueOf(shown.json, field('cross')), 'value').length, sees ? 1 : 0, as);
      const own = await test.call(`/api/artifacts/${source}`, { as });
      assert.equal(listAt(valueOf(own.json, field('cross', 'quiet')), 'value').length, sees ? 1 : 0, as);
      const count = { 'x-pagination-size': sees ? '1' : '0' };
      const natures = (direction: string) =>
        sees ? { contains: [`direction=${direction}`] } : { lacks: ['direction'] };
      const paths: [path: string, more: object][] = [
        [`/api/artifacts/${source}/links`, natures('forward')],
        [`/api/artifacts/${target}/links`, natures('reverse')],
        [`/api/artifacts/${source}/linked_artifacts?direction=forward&nature=_is_child`, { answers: count }],
        [`/api/artifacts/${target}/linked_artifacts?direction=reverse&nature=_is_child`, { answers: count }],
        [`/api/trackers/${world.tracker('quiet')}/used_artifact_links`, { answers: count }],
      ];
      for (const [path, more] of paths) await expectRow(test, { as, path, status: 200, ...more });
    }
  });

  it('with what is hidden does not tell its type', async () => {
    const hidden = await build('closed', change(ada, 1, {}));
    await build('child', change(ada, 1, { [field('links', 'child')]: [link(hidden, 'made_up')] }));
    const path = `/api/trackers/${world.tracker('child')}/used_artifact_links`;
    await expectRow(test, { as: 'mia', path, status: 200, lacks: ['made_up'] });
    await expectRow(test, { as: 'ada', path, status: 200, contains: ['made_up'] });
  });

  it('from a hidden field stays when a writer who may not know of it sets all links', async () => {
    const target = await build('open', change(sam, 1, { [field('title')]: 'target' }));
    const source = await build('quiet', change(ada, 1, { [field('links', 'quiet')]: [link(target)] }));
    const stranger = await build('quiet', change(ada, 1, {}));
    const all = (...ids: number[]) => [
      { field_id: field('links'), all_links: ids.map((id) => ({ id, direction: 'reverse', type: '' })) },
    ];
    assert.equal((await put('sam', target, all())).status, 200);
    const messages = new Set<string>();
    for (const id of [source, stranger]) {
      const refused = await put('sam', target, all(id));
      assert.equal(refused.status, 400);
      messages.add(String(at(refused.json, 'error.message')).replace(String(id), 'N'));
    }
    assert.equal(messages.size, 1, 'linked or not, the refusal is the same');
    const shown = await test.call(`/api/artifacts/${target}`, { as: 'ada' });
    assert.match(JSON.stringify(valueOf(shown.json, field('links'))), new RegExp(`artifacts/${source}"`));
  });

  it('stays in both directions when a writer who may not know of it takes it away by its number', async () => {
    const [hidden, seen, other] = [
      await build('closed', change(ada, 1, {})),
      await build('open', change(ada, 1, {})),
      await build('open', change(ada, 1, {})),
    ];
    const target = await build('open', change(ada, 1, { [field('links')]: [link(hidden), link(seen)] }));
    const source = await build('quiet', change(ada, 1, { [field('links', 'quiet')]: [link(target)] }));
    const read = async (): Promise<unknown> => (await test.call(`/api/artifacts/${target}`, { as: 'ada' })).json;
    const send = (change_links: object) => put('sam', target, [{ field_id: field('links'), change_links }]);
    const remove = [
      ...[hidden, seen].map((id) => ({ id, direction: 'forward', type: '' })),
      { id: source, direction: 'reverse', type: '' },
    ];
    assert.equal((await send({ add: [{ id: other, direction: 'forward', type: '' }], remove })).status, 200);
    const links = valueOf(await read(), field('links'));
    assert.deepEqual(
      [
        listAt(at(links, 'links')).map((one) => at(one, 'id')),
        listAt(at(links, 'reverse_links')).map((one) => at(one, 'id')),
      ],
      [[hidden, other], [source]],
    );
    assert.equal((await send({ add: [{ id: hidden, direction: 'forward', type: '' }] })).status, 400);
  });

  it('and whose title or status may not be read is named by its number alone', async () => {
    const values = {
      [field('title', 'quiet')]: 'Whispered',
      [field('rating', 'quiet')]: [world.value('quiet', 'rating', 'Poor')],
    };
    const parent = await build('quiet', change(ada, 1, values));
    const path = `/api/trackers/${world.tracker('child')}/parent_artifacts?limit=1000`;
    const shown = await expectRow(test, { as: 'mia', path, status: 200, lacks: ['Whispered', 'Poor'] });
    assert.ok(
      listAt(shown.json).some((one) => at(one, 'id') === parent),
      'a status that is hidden filters nothing',
    );
    const own = await expectRow(test, { as: 'ada', path, status: 200, lacks: ['Whispered'] });
    assert.ok(!listAt(own.json).some((one) => at(one, 'id') === parent), 'it is closed');
    const artifact = await expectRow(test, {
      as: 'mia',
      path: `/api/artifacts/${parent}`,
      status: 200,
      lacks: ['Whispered', 'Poor'],
    });
    assert.deepEqual(
      [at(artifact.json, 'title'), at(artifact.json, 'status'), at(artifact.json, 'is_open')],
      [null, '', true],
    );
  });
});

describe('a tracker', () => {
  it('does not name hidden fields in its structure, semantics and rules', async () => {
    const path = `/api/trackers/${world.tracker('quiet')}`;
    const shown = await expectRow(test, { as: 'mia', path, status: 200, lacks: ['secret', 'rating', 'Poor'] });
    const ids = listAt(shown.json, 'structure').map((one) => at(one, 'id'));
    assert.deepEqual(
      ids,
      listAt(shown.json, 'fields').map((one) => at(one, 'field_id')),
    );
    assert.deepEqual(at(shown.json, 'semantics'), {});
    const rules = async (as: string): Promise<number> =>
      listAt((await test.call(`/api/trackers/${world.tracker('open')}`, { as })).json, 'workflow.rules.dates').length;
    assert.deepEqual([await rules('mia'), await rules('ada')], [0, 1]);
  });

  it('that is not seen takes no artifacts, and is not named', async () => {
    const answer = await post('sam', [{ field_id: field('title', 'closed'), value: 'x' }], 'closed');
    assert.equal(answer.status, 403);
    assert.ok(!answer.text.includes('closed'));
  });
});

describe('a refusal', () => {
  /** The message with numbers that the client sent taken out. */
  const messageOf = (answer: Answered, ...ids: number[]): string =>
    ids.reduce((text, id) => text.replaceAll(String(id), 'N'), String(at(answer.json, 'error.message')));

  it('does not tell a field that the writer may not know from one that is not there', async () => {
    const id = await build('open', change(ada, 1, { [field('title')]: 'one', [field('secret')]: 5 }));
    const none = 987_654;
    for (const value of [5, 6, null]) {
      const [hidden, missing] = [
        await put('sam', id, [{ field_id: field('secret'), value }]),
        await put('sam', id, [{ field_id: none, value }]),
      ];
      assert.deepEqual([hidden.status, missing.status], [400, 400], 'the right value is no better than a wrong one');
      assert.equal(messageOf(hidden, field('secret')), messageOf(missing, none));
    }
    const created = [
      await post('sam', [{ field_id: field('secret'), value: 5 }]),
      await post('sam', [{ field_id: none, value: 5 }]),
    ];
    assert.deepEqual(
      created.map((answer) => answer.status),
      [400, 400],
    );
    const named = async (name: string): Promise<string> => {
      const body = { values_by_field: { [name]: { value: 5 } } };
      const answer = await test.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'sam', body });
      return String(at(answer.json, 'error.message')).replaceAll(name, 'N');
    };
    assert.equal(await named('secret'), await named('nothing'));
  });

  it('of a value for a field that may be filled and not read names neither the field nor what it offers', async () => {
    const title = { field_id: field('title'), value: 'x' };
    const refused = await post('mia', [title, { field_id: field('drop'), bind_value_ids: [999_999] }]);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /values\[1\]/);
    const xml = await test.call('/api/artifacts', {
      method: 'POST',
      as: 'mia',
      headers: { 'content-type': 'application/xml', accept: 'application/xml' },
      body: `<request><tracker><id>${world.tracker('open')}</id></tracker><values><item><field_id>${field('drop')}</field_id><value>x</value></item></values></request>`,
    });
    assert.match(xml.text, /<code>400<\/code>/);
    for (const trace of ['drop', 'Label', 'box'])
      for (const { text } of [refused, xml]) assert.ok(!text.includes(trace), text);
    const right = world.value('open', 'drop', 'Right box');
    const made = await post('mia', [title, { field_id: field('drop'), bind_value_ids: [right] }]);
    assert.equal(made.status, 201, made.text);
    const path = `/api/artifacts/${String(at(made.json, 'id'))}`;
    await expectRow(test, { as: 'mia', path, status: 200, lacks: ['Right box'] });
    await expectRow(test, { as: 'ada', path, status: 200, contains: ['Right box'] });
  });

  it('for want of a field that may be filled and not read says its number', async () => {
    const refused = await post('sam', [{ field_id: field('title'), value: 'x' }]);
    assert.equal(refused.status, 400);
    assert.ok(refused.text.includes(String(field('note'))), refused.text);
    assert.ok(!/"note"|Label of note|\(note/.test(refused.text), refused.text);
  });
});

describe('groups', () => {
  it('of a field: nobody is nobody, and fields out of use are nobody’s', async () => {
    const plan: TrackerPlan = {
      name: 'locked',
      ...full,
      title: 'past',
      fields: [
        { name: 'locked', type: 'string', read: [nobody], submit: [nobody], update: [nobody] },
        { name: 'past', type: 'string', isUsed: false, ...open },
        { name: 'title', type: 'string', ...open },
      ],
    };
    const project = await buildProject(test, { name: 'locks', admins: [ada], trackers: () => [plan] });
    const name = (text: string) => project.field('locked', text);
    const changes = [
      change(sam, 1, { [name('title')]: 'one' }),
      change(sam, 2, { [name('past')]: 'Formerly' }),
      change(sam, 3, { [name('locked')]: 'Behind bars' }),
    ];
    const [id] = await buildArtifacts(test, [{ trackerId: project.tracker('locked'), changes }]);
    for (const as of ['mia', 'sam', 'ada']) {
      const row = { as, status: 200, lacks: ['Formerly', 'Behind bars'] };
      await expectRow(test, { ...row, path: `/api/artifacts/${id}?values_format=all` });
      await expectRow(test, { ...row, path: `/api/artifacts/${id}/changesets`, answers: { 'x-pagination-size': '1' } });
    }
    await expectRow(test, { as: 'root', path: `/api/artifacts/${id}`, status: 200, contains: ['Behind bars'] });
  });
});
