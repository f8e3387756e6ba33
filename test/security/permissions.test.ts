// Engine: both
// Who sees and changes what, inside one project: trackers, fields, limited artifacts, and every place where an artifact
// shows up (lists, links, history). Projects as a whole are in project-access.test.ts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, headerOf } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum, titleOf, valueOf } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

// In the sample: bugs (tracker 5, artifacts 26 to 30) are for registered people, bug 29 for members alone and linked to
// task 17; business_value of stories (artifacts 7 to 16) is for members to read and for administrators to set;
// crash_rate of bugs is for members.
const secret = 'Session key can end up in a crash report';
let scrum: Scrum;
let test: TestApp;
before(async () => {
  scrum = await openScrum({ withKanban: true });
  ({ test } = scrum);
  await test.addUser('stig');
});
after(() => test.close());

const stories = 'User stories';
const entry = (tracker: string, field: string, rest: Record<string, unknown>): Record<string, unknown> => ({
  field_id: scrum.field(tracker, field),
  ...rest,
});
const post = (as: string, tracker: string, values: unknown): Promise<Answered> =>
  test.call('/api/artifacts', { method: 'POST', as, body: { tracker: { id: scrum.tracker(tracker) }, values } });
const put = (as: string, id: number, values: unknown, comment?: unknown): Promise<Answered> =>
  test.call(`/api/artifacts/${id}`, { method: 'PUT', as, body: { values, comment } });
const bug = (...more: Record<string, unknown>[]) => [
  entry('Bugs', 'title', { value: 'a bug' }),
  entry('Bugs', 'description', { value: 'told' }),
  ...more,
];
async function create(as: string, tracker: string, values: unknown): Promise<number> {
  const made = await post(as, tracker, values);
  assert.equal(made.status, 201, made.text);
  return Number(at(made.json, 'id'));
}

describe('trackers and artifacts', () => {
  const everyone: (string | undefined)[] = [undefined, 'stig', 'freya', 'bruno', 'ana', 'root'];
  const isRegistered = (as: string | undefined): boolean => as !== undefined;
  const isMember = (as: string | undefined): boolean => as === 'bruno' || as === 'ana' || as === 'root';

  const rows: Row[] = everyone.flatMap((as): Row[] => {
    const who = as === undefined ? {} : { as };
    const size = (count: number) => ({ 'x-pagination-size': String(count) });
    const bugs = isMember(as) ? 5 : 4;
    const hidden = isMember(as) ? {} : { lacks: [secret, 'artifacts/29', '"id":29,'] };
    const ofBug29 = ['', '/changesets', '/links', '/linked_artifacts?direction=forward'];
    return [
      { ...who, path: '/api/trackers/3', status: 200 },
      { ...who, path: '/api/artifacts/7', status: 200 },
      { ...who, path: '/api/trackers/5', status: isRegistered(as) ? 200 : 404, ...hidden },
      {
        ...who,
        path: '/api/trackers/5/artifacts?values=all',
        ...hidden,
        status: isRegistered(as) ? 200 : 404,
        ...(isRegistered(as) ? { answers: size(bugs) } : {}),
      },
      { ...who, path: '/api/trackers/5/tracker_reports', status: isRegistered(as) ? 200 : 404 },
      {
        ...who,
        path: '/api/projects/101/trackers',
        status: 200,
        answers: size(isRegistered(as) ? 5 : 4),
        lacks: isRegistered(as) ? [] : ['Bugs'],
      },
      {
        ...who,
        path: '/api/projects/101/trackers?representation=minimal',
        status: 200,
        answers: size(isRegistered(as) ? 5 : 4),
      },
      { ...who, path: '/api/artifacts/26', status: isRegistered(as) ? 200 : 403 },
      ...ofBug29.map((part) => ({
        ...who,
        path: `/api/artifacts/29${part}`,
        status: isMember(as) ? 200 : 403,
        ...hidden,
      })),
      { ...who, path: '/api/artifacts/17?values_format=all', status: 200, ...hidden },
      { ...who, path: '/api/artifacts/17/changesets?limit=50', status: 200, ...hidden },
      { ...who, path: '/api/trackers/4/artifacts?values=all', status: 200, ...hidden },
      {
        ...who,
        path: '/api/artifacts/17/linked_artifacts?direction=reverse',
        status: 200,
        answers: size(isMember(as) ? 1 : 0),
        ...hidden,
      },
      {
        ...who,
        path: '/api/artifacts/17/linked_artifacts?direction=reverse&output_format=flat',
        status: 200,
        ...hidden,
      },
      {
        ...who,
        path: '/api/artifacts/17/links',
        status: 200,
        ...(isMember(as) ? { contains: ['nature=&direction=reverse'] } : { lacks: ['nature=&direction=reverse'] }),
      },
    ];
  });
  for (const row of rows) it(titleOf(row), async () => void (await expectRow(test, row)));

  it('a link to a limited artifact is shown to those who see it', async () => {
    const links = async (as: string): Promise<string> => {
      const shown = await test.call('/api/artifacts/17', { as });
      return JSON.stringify(at(valueOf(shown.json, scrum.field('Tasks', 'links')), 'reverse_links'));
    };
    assert.match(await links('bruno'), /"artifacts\/29"/);
    assert.doesNotMatch(await links('stig'), /"artifacts\/29"/);
    assert.match(await links('bruno'), /"artifacts\/29"/);
  });
});

describe('reading fields', () => {
  const places: [path: string, field: string, tracker: string][] = [
    ['/api/artifacts/7?values_format=all', 'business_value', stories],
    ['/api/artifacts/7?values_format=by_field', 'business_value', stories],
    ['/api/artifacts/7?tracker_structure_format=complete', 'business_value', stories],
    ['/api/artifacts/7/changesets?limit=50', 'business_value', stories],
    ['/api/trackers/3/artifacts?values=all&values_format=all', 'business_value', stories],
    ['/api/artifacts/26?values_format=all', 'crash_rate', 'Bugs'],
    ['/api/artifacts/26/changesets', 'crash_rate', 'Bugs'],
    ['/api/trackers/5/artifacts?values=all', 'crash_rate', 'Bugs'],
  ];
  for (const [path, name, tracker] of places) {
    it(`${path} hides ${name} from those who may not read it`, async () => {
      const label = name === 'business_value' ? 'Business value' : 'Crash';
      const id = scrum.field(tracker, name);
      const isShown = (answer: Answered): boolean =>
        answer.text.includes(`"field_id":${id},`) ||
        answer.text.includes(`"${name}":`) ||
        answer.text.includes(`"label":"${label}`);
      for (const as of ['root', 'stig', 'bruno', 'freya', 'ana']) {
        const answer = await expectRow(test, { path, as, status: 200 });
        const others = ['crash_rate', 'changesets'].some((part) => (path + name).includes(part));
        if (as === 'stig' || as === 'freya') assert.ok(!isShown(answer), `${as}: ${answer.text}`);
        else assert.ok(others || isShown(answer), `${as}: ${answer.text}`);
      }
      if (tracker === stories) assert.ok(!isShown(await expectRow(test, { path, status: 200 })));
    });
  }

  it('the tracker shows each caller the fields that they may read, and what they may do', async () => {
    const permissionsOf = async (as: string | undefined, tracker: string, field: string): Promise<unknown> => {
      const shown = await test.call(`/api/trackers/${scrum.tracker(tracker)}`, as === undefined ? {} : { as });
      const id = scrum.field(tracker, field);
      return at(
        listAt(shown.json, 'fields').find((one) => at(one, 'field_id') === id),
        'permissions',
      );
    };
    const rows: [as: string | undefined, tracker: string, field: string, permissions: string[] | undefined][] = [
      [undefined, stories, 'title', ['read']],
      ['stig', stories, 'title', ['read']],
      ['bruno', stories, 'title', ['read', 'update', 'create']],
      [undefined, stories, 'business_value', undefined],
      ['stig', stories, 'business_value', undefined],
      ['bruno', stories, 'business_value', ['read']],
      ['ana', stories, 'business_value', ['read', 'update', 'create']],
      ['root', stories, 'business_value', ['read', 'update', 'create']],
      ['stig', 'Bugs', 'title', ['read', 'create']],
      ['stig', 'Bugs', 'crash_rate', undefined],
      ['ana', stories, 'id', ['read']],
      ['bruno', stories, 'fs_story', ['read']],
    ];
    for (const [as, tracker, field, wanted] of rows)
      assert.deepEqual(await permissionsOf(as, tracker, field), wanted, `${as} ${field}`);
  });

  it('only administrators of a tracker see its permissions', async () => {
    for (const [as, sees] of [
      [undefined, false],
      ['stig', false],
      ['bruno', false],
      ['ana', true],
      ['root', true],
    ] as const) {
      const shown = await test.call('/api/trackers/3', as === undefined ? {} : { as });
      assert.equal(at(shown.json, 'permissions_for_groups') !== null, sees, String(as));
      assert.equal(at(shown.json, 'fields.1.permissions_for_groups') !== null, sees, String(as));
    }
  });

  it('a changeset of fields that the caller may not read is not in their history', async () => {
    const id = await create('ana', stories, [entry(stories, 'title', { value: 'quiet' })]);
    await put('ana', id, [entry(stories, 'business_value', { value: 77 })]);
    for (const [as, size] of [
      ['ana', '2'],
      ['bruno', '2'],
      ['stig', '1'],
    ] as const) {
      const path = `/api/artifacts/${id}/changesets`;
      const row = { path, as, status: 200, answers: { 'x-pagination-size': size } };
      await expectRow(test, { ...row, ...(as === 'stig' ? { lacks: ['"value":77', 'business'] } : {}) });
    }
  });
});

describe('writing', () => {
  it('anonymous visitors are asked to sign in', async () => {
    const body = { tracker: { id: 5 }, values: [] };
    await expectRow(test, { path: '/api/artifacts', method: 'POST', body, status: 401 });
    await expectRow(test, { path: '/api/artifacts/7', method: 'PUT', body: { values: [] }, status: 401 });
  });

  it('who may submit no field at all is 403, who may submit some is not', async () => {
    const title = (tracker: string) => [entry(tracker, 'title', { value: 'x' })];
    for (const as of ['stig', 'freya']) {
      assert.equal((await post(as, stories, title(stories))).status, 403);
      assert.equal((await post(as, 'Bugs', bug())).status, 201);
    }
    assert.equal((await post('bruno', stories, title(stories))).status, 201);
    assert.equal((await post('root', stories, title(stories))).status, 201);
  });

  it('a field that the caller may not submit is 400, and nothing is made', async () => {
    const size = async (): Promise<string> =>
      headerOf(await test.call('/api/trackers/5/artifacts', { as: 'ana' }), 'x-pagination-size');
    const before = await size();
    const denied: [name: string, rest: Record<string, unknown>][] = [
      ['reports', { value: 5 }],
      ['crash_rate', { value: 0.5 }],
      ['resolution', { bind_value_ids: [scrum.value('Bugs', 'resolution', 'Fixed')] }],
      ['restricted_to', { value: { granted_groups: ['101_3'] } }],
      ['links', { links: [{ id: 7 }] }],
    ];
    for (const [name, rest] of denied) {
      const answer = await post('stig', 'Bugs', bug(entry('Bugs', name, rest)));
      assert.equal(answer.status, 400, `${name}: ${answer.text}`);
      assert.match(answer.text, /values\[2\]/);
    }
    assert.equal(await size(), before);
    const story = [entry(stories, 'title', { value: 'x' }), entry(stories, 'business_value', { value: 5 })];
    assert.equal((await post('bruno', stories, story)).status, 400);
    assert.equal((await post('ana', stories, story)).status, 201);
  });

  it('a field that the caller may not update is 400 unless it keeps its value', async () => {
    const id = await create('ana', stories, [
      entry(stories, 'title', { value: 'fixed' }),
      entry(stories, 'business_value', { value: 5 }),
    ]);
    const send = (as: string, value: unknown): Promise<Answered> =>
      put(as, id, [entry(stories, 'story_points', { value: 8 }), entry(stories, 'business_value', { value })]);
    for (const value of [6, null, '']) assert.equal((await send('bruno', value)).status, 400);
    const untouched = await test.call(`/api/artifacts/${id}`, { as: 'bruno' });
    assert.equal(at(valueOf(untouched.json, scrum.field(stories, 'story_points')), 'value'), undefined);
    assert.equal((await send('bruno', 5)).status, 200);
    assert.equal((await send('ana', 6)).status, 200);
  });

  it('who sees an artifact may comment on it, and set nothing that is not theirs', async () => {
    const id = await create('bruno', 'Bugs', bug());
    assert.equal((await put('stig', id, [entry('Bugs', 'title', { value: 'mine' })])).status, 400);
    assert.equal((await put('stig', id, [], { body: 'seen here too', format: 'text' })).status, 200);
    const history = await test.call(`/api/artifacts/${id}/changesets?fields=comments`, { as: 'bruno' });
    assert.equal(at(history.json, '0.last_comment.body'), 'seen here too');
    assert.equal(at(history.json, '0.submitted_by_details.username'), 'stig');
  });

  it('who does not see an artifact can neither change it nor link to it nor learn that it exists', async () => {
    assert.equal((await put('stig', 29, [], { body: 'hello' })).status, 403);
    const messages = new Set<string>();
    for (const id of [29, 9999]) {
      const sent = [entry(stories, 'links', { links: [{ id }] })];
      const own = await test.call('/api/artifacts/7', { method: 'PUT', as: 'stig', body: { values: sent } });
      assert.equal(own.status, 400);
      messages.add(String(at(own.json, 'error.message')).replace(String(id), 'N'));
    }
    assert.equal(messages.size, 1);
  });

  it('links to artifacts that the caller does not see stay when the rest comes back', async () => {
    const hidden = await create(
      'ana',
      'Bugs',
      bug(entry('Bugs', 'restricted_to', { value: { granted_groups: ['102'] } })),
    );
    const links = (ids: number[]) => [entry(stories, 'links', { links: ids.map((id) => ({ id })) })];
    const story = await create('ana', stories, [entry(stories, 'title', { value: 'linked' }), ...links([1, hidden])]);
    await put('ana', hidden, [entry('Bugs', 'links', { links: [{ id: story }] })]);
    const linksFor = async (as: string): Promise<unknown[][]> => {
      const shown = valueOf((await test.call(`/api/artifacts/${story}`, { as })).json, scrum.field(stories, 'links'));
      return ['links', 'reverse_links'].map((key) => listAt(shown, key).map((link) => at(link, 'id')));
    };
    assert.deepEqual(await linksFor('bruno'), [[1], []]);
    assert.deepEqual(await linksFor('dagny'), [[1, hidden], [hidden]]);
    const shown = await test.call(`/api/artifacts/${story}`, { as: 'bruno' });
    const back = await test.call(`/api/artifacts/${story}`, { method: 'PUT', as: 'bruno', body: shown.json });
    assert.equal(back.status, 200, back.text);
    assert.deepEqual(await linksFor('dagny'), [[1, hidden], [hidden]]);
    await put('bruno', story, [entry(stories, 'links', { all_links: [{ id: 2, direction: 'forward', type: '' }] })]);
    assert.deepEqual(await linksFor('bruno'), [[2], []]);
    assert.deepEqual(
      (await linksFor('dagny')).map((list) => list.includes(hidden)),
      [true, true],
    );
  });
});

describe('limits of an artifact', () => {
  it('hold from the next request on, for a copy that somebody kept too', async () => {
    const id = await create('bruno', 'Bugs', bug());
    const path = `/api/artifacts/${id}`;
    const kept = await expectRow(test, { path, as: 'stig', status: 200 });
    const headers = { 'if-none-match': headerOf(kept, 'etag') };
    const limit = (groups: string[]): Promise<Answered> =>
      put('bruno', id, [entry('Bugs', 'restricted_to', { value: { granted_groups: groups } })]);
    assert.equal((await limit(['101'])).status, 200);
    const help = { link: '</api/projects/101/summary>; rel="help"' };
    await expectRow(test, { path, as: 'stig', status: 403, headers, answers: help });
    await expectRow(test, { path, as: 'emre', status: 200 });
    await expectRow(test, { path, as: 'dagny', status: 403 });
    await expectRow(test, { path, as: 'ana', status: 200 });
    await expectRow(test, { path, as: 'root', status: 200 });
    assert.equal((await limit(['102', '101'])).status, 200);
    await expectRow(test, { path, as: 'dagny', status: 200 });
    await expectRow(test, { path, as: 'chika', status: 403 });
    assert.equal((await limit([])).status, 200);
    await expectRow(test, { path, as: 'stig', status: 200 });
    await expectRow(test, { path, status: 403, answers: help });
    const project = { path: '/api/projects/101', method: 'PATCH', as: 'ana', status: 200 };
    await expectRow(test, { ...project, body: { access: 'private' } });
    await expectRow(test, { path, as: 'stig', status: 403, answers: { link: null } });
    await expectRow(test, { ...project, body: { access: 'public' } });
  });

  it('leave the counts of lists exact for everybody', async () => {
    const count = async (as: string): Promise<[string, number]> => {
      const answer = await test.call('/api/trackers/5/artifacts?limit=1000', { as });
      return [headerOf(answer, 'x-pagination-size'), listAt(answer.json).length];
    };
    const before = await count('stig');
    await create('bruno', 'Bugs', bug(entry('Bugs', 'restricted_to', { value: { granted_groups: ['101_4'] } })));
    assert.deepEqual(await count('stig'), before);
    for (const as of ['stig', 'bruno', 'ana']) {
      const [size, length] = await count(as);
      assert.equal(size, String(length), as);
    }
    assert.ok(Number((await count('ana'))[0]) > Number((await count('bruno'))[0]));
  });
});
