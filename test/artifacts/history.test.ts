// Engine: both
// The history of artifacts: pages in both directions, comments in their formats and for whom they are, and the values at
// each changeset, whose last are the artifact's own.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, createTestClock, headerOf } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { expectRow, listAt, openScrum, valueOf } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

const clock = createTestClock(Date.UTC(2026, 9, 1, 12, 0, 0));
let scrum: Scrum;
let test: TestApp;
before(async () => {
  scrum = await openScrum({ clock, withKanban: true });
  ({ test } = scrum);
  await test.addUser('stig');
});
after(() => test.close());

const stories = 'User stories';
const entry = (field: string, rest: Record<string, unknown>): Record<string, unknown> => ({
  field_id: scrum.field(stories, field),
  ...rest,
});

async function put(id: number, values: unknown, comment?: unknown, as = 'ana'): Promise<void> {
  clock.advance(60_000);
  await expectRow(test, { path: `/api/artifacts/${id}`, method: 'PUT', as, body: { values, comment }, status: 200 });
}

async function create(title: string): Promise<number> {
  const body = { tracker: { id: scrum.tracker(stories) }, values: [entry('title', { value: title })] };
  const made = await expectRow(test, { path: '/api/artifacts', method: 'POST', as: 'ana', body, status: 201 });
  return Number(at(made.json, 'id'));
}

async function history(id: number, query = '', as = 'ana'): Promise<readonly unknown[]> {
  const path = `/api/artifacts/${id}/changesets?limit=50${query}`;
  return listAt((await expectRow(test, { path, as, status: 200 })).json);
}

const titlesOf = (changesets: readonly unknown[]): unknown[] =>
  changesets.map((one) => at(valueOf(one, scrum.field(stories, 'title')), 'value'));

describe('pages', () => {
  let id = 0;
  before(async () => {
    id = await create('version 0');
    for (let n = 1; n < 13; n += 1)
      await put(id, [entry('title', { value: `version ${n}` })], n % 4 === 0 ? { body: `said ${n}` } : undefined);
  });

  const versions = (...numbers: number[]): string[] => numbers.map((n) => `version ${n}`);
  const rows: [query: string, titles: string[], size: number][] = [
    ['', versions(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), 13],
    ['?limit=3', versions(0, 1, 2), 13],
    ['?limit=3&offset=11', versions(11, 12), 13],
    ['?limit=3&offset=13', [], 13],
    ['?order=asc&limit=2', versions(0, 1), 13],
    ['?order=desc&limit=3', versions(12, 11, 10), 13],
    ['?order=desc&limit=3&offset=3', versions(9, 8, 7), 13],
    ['?order=desc&limit=3&offset=12', versions(0), 13],
    ['?fields=all&limit=1', versions(0), 13],
  ];
  for (const [query, titles, size] of rows) {
    it(`${query} holds ${titles.join(', ')}`, async () => {
      const answers = { 'x-pagination-size': String(size), 'x-pagination-limit-max': '50' };
      const answer = await expectRow(test, { path: `/api/artifacts/${id}/changesets${query}`, status: 200, answers });
      assert.deepEqual(titlesOf(listAt(answer.json)), titles);
    });
  }

  it('of comments alone count and page what was said, without values', async () => {
    for (const [query, said] of [
      ['', ['said 4', 'said 8', 'said 12']],
      ['&order=desc', ['said 12', 'said 8', 'said 4']],
      ['&limit=1&offset=1', ['said 8']],
      ['&order=desc&limit=2&offset=1', ['said 8', 'said 4']],
    ] as const) {
      const path = `/api/artifacts/${id}/changesets?fields=comments${query}`;
      const answer = await expectRow(test, { path, status: 200, answers: { 'x-pagination-size': '3' } });
      assert.deepEqual(
        listAt(answer.json).map((one) => at(one, 'last_comment.commonmark')),
        said,
      );
      for (const one of listAt(answer.json)) assert.deepEqual(at(one, 'values'), []);
    }
  });

  for (const query of [
    'order=up',
    'order=DESC',
    'fields=none',
    'limit=0',
    'limit=51',
    'limit=-1',
    'offset=-1',
    'limit=x',
  ]) {
    it(`400 to ?${query}`, async () => {
      const contains = [query.split('=')[0] ?? ''];
      await expectRow(test, { path: `/api/artifacts/${id}/changesets?${query}`, status: 400, contains });
    });
  }
});

describe('a changeset', () => {
  it('tells who, when and what was said, in full', async () => {
    const id = await create('told');
    await put(id, [], { body: 'Hello *you*', format: 'commonmark' }, 'bruno');
    const [first, second] = await history(id);
    const bruno = await scrum.user('bruno');
    const person = { id: bruno, username: 'bruno', display_name: 'Bruno Adeyemi (bruno)', is_anonymous: false };
    assert.partialDeepStrictEqual(second, {
      submitted_by: bruno,
      submitted_by_details: person,
      last_modified_by: person,
      email: null,
      last_comment: {
        body: '<p>Hello <em>you</em></p>\n',
        post_processed_body: '<p>Hello <em>you</em></p>\n',
        format: 'html',
        commonmark: 'Hello *you*',
        ugroups: null,
      },
    });
    assert.equal(Date.parse(String(at(second, 'submitted_on'))), clock.nowMs());
    assert.equal(Date.parse(String(at(first, 'submitted_on'))), clock.nowMs() - 60_000);
    assert.deepEqual(at(first, 'last_comment'), { body: '', post_processed_body: '', format: 'text', ugroups: null });
    assert.ok(!('email' in Object(at(first, 'submitted_by_details'))));
    assert.ok(Number(at(second, 'id')) > Number(at(first, 'id')));
  });

  const formats: [comment: unknown, shown: Record<string, unknown>][] = [
    [
      { body: 'a <b> & c', format: 'text' },
      { body: 'a <b> & c', format: 'text', post_processed_body: 'a &lt;b&gt; &amp; c' },
    ],
    [
      { body: '<b>x</b><script>y</script>', format: 'html' },
      { format: 'html', post_processed_body: '<b>x</b>' },
    ],
    [{ body: '<i>raw</i>' }, { format: 'html', commonmark: '<i>raw</i>', body: '<p><i>raw</i></p>\n' }],
    [
      { body: 'x', format: 'nothing' },
      { format: 'html', commonmark: 'x' },
    ],
  ];
  for (const [comment, shown] of formats) {
    it(`shows the comment ${JSON.stringify(comment)}`, async () => {
      const id = await create('commented');
      await put(id, [], comment);
      assert.partialDeepStrictEqual(at((await history(id))[1], 'last_comment'), shown);
    });
  }

  const wordless: [comment: unknown, shown: Record<string, unknown>][] = [
    [undefined, { format: 'html', commonmark: '' }],
    [{ body: '', format: 'html' }, { format: 'html' }],
    [{ body: ' ', format: 'text' }, { format: 'text' }],
  ];
  for (const [comment, shown] of wordless) {
    it(`keeps the format of the comment ${JSON.stringify(comment)}, and nothing else of it`, async () => {
      const id = await create('silent');
      await put(id, [entry('title', { value: 'changed in silence' })], comment);
      const [, changed] = await history(id);
      const empty = { body: '', post_processed_body: '', ...shown, ugroups: null };
      assert.deepEqual(at(changed, 'last_comment'), empty);
      const kept = test.app.database.read.selectFrom('comments').where('changeset_id', '=', Number(at(changed, 'id')));
      assert.deepEqual(await kept.selectAll().execute(), []);
      assert.deepEqual(await history(id, '&fields=comments'), []);
    });
  }

  it('is not made by nothing: no change and an empty comment', async () => {
    const id = await create('still');
    const tag = headerOf(await test.call(`/api/artifacts/${id}`), 'etag');
    for (const comment of [undefined, null, { body: '' }, { body: '', format: 'html' }])
      await put(id, [entry('title', { value: 'still' })], comment);
    assert.equal((await history(id)).length, 1);
    assert.equal(headerOf(await test.call(`/api/artifacts/${id}`), 'etag'), tag);
  });

  const wrong: unknown[] = [5, 'x', [], { body: 5 }, { body: 'x', format: 5 }, { body: 'ä'.repeat(40_000) }];
  for (const comment of wrong) {
    it(`400 to the comment ${JSON.stringify(comment).slice(0, 40)}`, async () => {
      const body = { values: [entry('title', { value: 'new' })], comment };
      const row = { path: '/api/artifacts/8', method: 'PUT', as: 'ana', body, status: 400 };
      await expectRow(test, { ...row, contains: ['comment'] });
      await expectRow(test, { path: '/api/artifacts/8', status: 200, lacks: ['"title":"new"'] });
    });
  }

  it('a comment for some groups is shown to them and to administrators', async () => {
    const id = await create('whispered');
    await put(id, [], { body: 'for the mobile team', format: 'text', ugroups: [{ id: '101' }] }, 'bruno');
    for (const [as, sees] of [
      ['bruno', true],
      ['ana', true],
      ['root', true],
      ['dagny', false],
      ['stig', false],
    ] as const) {
      const shown = await history(id, '', as);
      assert.equal(shown.length, sees ? 2 : 1, as);
      assert.equal((await history(id, '&fields=comments', as)).length, sees ? 1 : 0, as);
      if (sees)
        assert.deepEqual(
          listAt(shown[1], 'last_comment.ugroups').map((one) => at(one, 'id')),
          ['101'],
          as,
        );
    }
    await expectRow(test, { path: `/api/artifacts/${id}/changesets`, status: 200, lacks: ['mobile team'] });
    const ugroups = [{ id: '101' }, { id: '101_4' }];
    await put(id, [], { body: 'for two groups', format: 'text', ugroups }, 'ana');
    for (const [as, groups] of [
      ['bruno', ['101']],
      ['ana', ['101', '101_4']],
      ['root', ['101', '101_4']],
    ] as const)
      assert.deepEqual(
        listAt((await history(id, '', as))[2], 'last_comment.ugroups').map((one) => at(one, 'id')),
        groups,
        as,
      );
  });

  it('a comment for some groups is written in XML, with what it changes, and with a new artifact', async () => {
    const headers = { 'content-type': 'application/xml', accept: 'application/xml' };
    const comment =
      '<comment><body>psst</body><format>text</format><ugroups><item><id>101_4</id></item></ugroups></comment>';
    const title = `<values><item><field_id>${scrum.field(stories, 'title')}</field_id><value>loud</value></item></values>`;
    const tracker = `<tracker><id>${scrum.tracker(stories)}</id></tracker>`;
    const made = await expectRow(test, {
      path: '/api/artifacts',
      method: 'POST',
      as: 'ana',
      headers,
      body: `<request>${tracker}${title}${comment}</request>`,
      status: 201,
    });
    const id = Number(/<id>(\d+)<\/id>/.exec(made.text)?.[1]);
    const own = { path: `/api/artifacts/${id}`, method: 'PUT', as: 'ana', headers, status: 200 };
    await expectRow(test, { ...own, body: `<request>${title.replace('loud', 'louder')}${comment}</request>` });
    const path = `/api/artifacts/${id}/changesets`;
    const shown = await expectRow(test, { path, as: 'ana', headers, status: 200, contains: ['psst'] });
    assert.match(shown.text, /<ugroups><item><id>101_4<\/id>/);
    const seen = await expectRow(test, { path, as: 'bruno', status: 200, lacks: ['psst'], contains: ['louder'] });
    assert.deepEqual(
      listAt(seen.json).map((one) => at(one, 'last_comment')),
      [1, 2].map(() => ({ body: '', post_processed_body: '', format: 'text', ugroups: null })),
    );
  });

  it('a comment for no groups is for all', async () => {
    const id = await create('open');
    for (const ugroups of [null, []]) await put(id, [], { body: 'aloud', format: 'text', ugroups });
    assert.deepEqual(
      (await history(id, '', 'stig')).slice(1).map((one) => at(one, 'last_comment.ugroups')),
      [null, null],
    );
  });

  const groups: [unknown, string, string][] = [
    [[{ id: '101_4' }], 'bruno', 'comment.ugroups[0]'],
    [[{ id: '101' }], 'dagny', 'comment.ugroups[0]'],
    [[{ id: '101_3' }, { id: '999' }], 'bruno', 'comment.ugroups[1].id'],
    [[{ id: '102_3' }], 'ana', 'comment.ugroups[0].id'],
    ['101', 'ana', 'comment.ugroups'],
  ];
  for (const [ugroups, as, place] of groups)
    it(`400 to a comment of ${as} for ${JSON.stringify(ugroups)}, and nothing changes`, async () => {
      const body = { values: [entry('title', { value: 'new' })], comment: { body: 'x', format: 'text', ugroups } };
      await expectRow(test, { path: '/api/artifacts/8', method: 'PUT', as, body, status: 400, contains: [place] });
      await expectRow(test, { path: '/api/artifacts/8', status: 200, lacks: ['"title":"new"'] });
    });

  it('400 to a comment for some groups where the tracker has none', async () => {
    const { database } = test.app;
    const rows = database.read.selectFrom('trackers').select('settings_json').where('id', '=', scrum.tracker(stories));
    const { settings_json: before } = await rows.executeTakeFirstOrThrow();
    const save = (settings_json: string): Promise<unknown> =>
      database.transact(async (tx) => {
        await tx.updateTable('trackers').set({ settings_json }).where('id', '=', scrum.tracker(stories)).execute();
        await bumpSiteVersion(tx);
      });
    await save(before.replace(/"flags":\{[^}]*\}/, '"flags":{"use_private_comments":"0"}'));
    const comment = { body: 'x', format: 'text', ugroups: [{ id: '101_3' }] };
    const body = { values: [], comment };
    const row = { path: '/api/artifacts/8', method: 'PUT', as: 'ana', body, status: 400 };
    await expectRow(test, { ...row, contains: ['comment.ugroups'] });
    await save(before);
  });
});

describe('the values at each changeset', () => {
  it('are those of that moment, links included', async () => {
    const id = await create('one');
    const risk = (label: string): number => scrum.value(stories, 'risk', label);
    await put(id, [entry('risk', { bind_value_ids: [risk('High')] }), entry('links', { links: [{ id: 17 }] })]);
    await put(id, [entry('title', { value: 'two' }), entry('links', { links: [{ id: 1, type: '_is_child' }] })]);
    await put(id, [entry('risk', { bind_value_ids: [] }), entry('links', { links: [] })]);
    const shown = (await history(id)).map((one) => [
      at(valueOf(one, scrum.field(stories, 'title')), 'value'),
      at(valueOf(one, scrum.field(stories, 'risk')), 'bind_value_ids'),
      listAt(valueOf(one, scrum.field(stories, 'links')), 'links').map((link) => [at(link, 'id'), at(link, 'type')]),
    ]);
    assert.deepEqual(shown, [
      ['one', [risk('Low')], []],
      ['one', [risk('High')], [[17, null]]],
      ['two', [risk('High')], [[1, '_is_child']]],
      ['two', [], []],
    ]);
  });

  it('lead to the current ones, for every artifact of the samples and every kind of reader', async () => {
    for (let id = 1; id <= 42; id += 1) {
      for (const as of [undefined, 'stig', 'bruno', 'ana', 'root']) {
        const who = as === undefined ? {} : { as };
        const current = await test.call(`/api/artifacts/${id}`, who);
        if (current.status === 403) continue;
        assert.equal(current.status, 200);
        const newest = await test.call(`/api/artifacts/${id}/changesets?order=desc&limit=1`, who);
        assert.deepEqual(at(newest.json, '0.values'), at(current.json, 'values'), `${id} for ${String(as)}`);
      }
    }
  });

  it('are as the archive tells them', async () => {
    const changesets = await history(7);
    const status = (one: unknown): unknown => at(valueOf(one, scrum.field(stories, 'status')), 'values.0.label');
    assert.deepEqual([...new Set(changesets.map(status))].slice(0, 4), ['New', 'Ready', 'In progress', 'Review']);
    assert.equal(at(changesets[1], 'last_comment.body'), 'Eight points because of the two keystores.');
    assert.equal(at(changesets[1], 'submitted_by_details.username'), 'bruno');
    assert.equal(Date.parse(String(at(changesets[1], 'submitted_on'))), Date.parse('2026-02-24T14:15:00+01:00'));
    assert.deepEqual(at(valueOf(changesets[0], scrum.field(stories, 'links')), 'links'), []);
  });

  it('grow in time and number', async () => {
    for (let id = 1; id <= 42; id += 1) {
      const changesets = await history(id, '', 'root');
      for (const key of ['id', 'submitted_on']) {
        const values = changesets.map((one) =>
          key === 'id' ? Number(at(one, key)) : Date.parse(String(at(one, key))),
        );
        assert.deepEqual(
          values,
          values.toSorted((a, b) => a - b),
          `${key} of ${id}`,
        );
      }
    }
  });
});
