// Engine: both
// What happened, in words: of a project, of a person, of an artifact. What a reader may not know of leaves no trace in it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, everybody, registered } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
const ids = new Map<string, number>();
const idOf = (name: string): number => ids.get(name) ?? assert.fail(name);

const open = { read: [everybody], submit: [registered], update: [registered] };
const hidden = { read: [admins], submit: [admins], update: [admins] };
const fields: FieldPlan[] = [
  { name: 'title', type: 'string', ...open },
  { name: 'body', type: 'text', ...open },
  { name: 'state', type: 'sb', values: ['Open', 'Closed'], ...open },
  { name: 'owner', type: 'msb', ofPeople: true, ...open },
  { name: 'tags', type: 'tbl', ...open },
  { name: 'effort', type: 'int', ...open },
  { name: 'weight', type: 'float', ...open },
  { name: 'due', type: 'date', ...open },
  { name: 'left', type: 'computed', ...open },
  { name: 'limit', type: 'perm', ...open },
  { name: 'steps', type: 'ttmstepdef', ...open },
  { name: 'links', type: 'art_link', ...open },
  { name: 'files', type: 'file', ...open },
  { name: 'secret', type: 'string', ...hidden },
];
const day = Date.UTC(2026, 0, 15, 12);
let artifact: number;
let other: number;
let vault: number;

before(async () => {
  test = await startApp();
  for (const name of ['ada', 'ben', 'out']) ids.set(name, await test.addUser(name));
  const full = { permissions: { full: [everybody] } };
  world = await buildProject(test, {
    name: 'news',
    admins: [idOf('ada')],
    members: [idOf('ben')],
    trackers: () => [
      { name: 'bug', ...full, fields, title: 'title' },
      { name: 'vault', permissions: { full: [admins] }, fields, title: 'title' },
    ],
  });
  const field = (name: string, tracker = 'bug'): number => world.field(tracker, name);
  const value = (label: string): number => world.value('bug', 'state', label);
  const [ada, ben] = [idOf('ada'), idOf('ben')];
  const text = (content: string) => ({ content, format: 'commonmark' });
  const step = { description: 'x', descriptionFormat: 'text', expectedResults: '', expectedResultsFormat: 'text' };
  const trackerId = world.tracker('bug');
  [artifact = 0, other = 0, vault = 0] = await buildArtifacts(test, [
    {
      trackerId,
      changes: ([, otherId = 0, vaultId = 0]) => [
        {
          by: ada,
          atMs: day,
          values: { [field('title')]: 'Leak', [field('body')]: text('a\nb\nc'), [field('owner')]: [ben] },
        },
        {
          by: ben,
          atMs: day + 1000,
          values: {
            [field('title')]: 'Leak again',
            [field('body')]: text('a\nB\nc\nd'),
            [field('state')]: [value('Open')],
            [field('owner')]: [ada],
            [field('effort')]: 3,
            [field('weight')]: 1.5,
            [field('due')]: '2026-02-03',
            [field('left')]: { isAuto: false, manual: 4 },
            [field('steps')]: [step],
            [field('links')]: [
              { id: otherId, type: '' },
              { id: vaultId, type: '' },
            ],
          },
        },
        { by: ben, atMs: day + 2000, values: { [field('state')]: [value('Closed')] }, comment: 'Done **now**' },
        { by: ada, atMs: day + 3000, values: { [field('secret')]: 'xyzzy-field' } },
        { by: ada, atMs: day + 4000, comment: 'xyzzy-comment', commentFor: [admins] },
        { by: ada, atMs: day + 5000, values: { [field('links')]: [{ id: otherId, type: '' }] } },
      ],
    },
    { trackerId, changes: [{ by: ben, atMs: day + 6000, values: { [field('title')]: 'Other' } }] },
    {
      trackerId: world.tracker('vault'),
      changes: [{ by: ada, atMs: day + 7000, values: { [field('title', 'vault')]: 'xyzzy-vault' } }],
    },
    {
      trackerId,
      changes: [
        { by: ada, atMs: day + 8000, values: { [field('title')]: 'xyzzy-limited', [field('limit')]: [admins] } },
      ],
    },
  ]);
});
after(() => test.close());

async function read(as: string | undefined, path: string): Promise<readonly unknown[]> {
  const answer = await expectRow(test, { path: `/api${path}`, ...(as === undefined ? {} : { as }), status: 200 });
  return listAt(answer.json, 'entries');
}

const project = (query = ''): string => `/projects/${world.id}/activity${query}`;
const headsOf = (entries: readonly unknown[]): string[] =>
  entries.map((entry) => String(at(entry, 'text')).replaceAll(/[()]|\n.*/gs, ''));

describe('activity', () => {
  it('says of each field what changed, by its type', async () => {
    const entries = await read('ben', project());
    const entry = entries.find((one) => listAt(one, 'changes').length > 5);
    assert.deepEqual(
      listAt(entry, 'changes').map((change) => at(change, 'text')),
      [
        'Label of title: Leak → Leak again',
        'Label of body changed (2 lines)',
        'Label of state: Open',
        'Label of owner: + (ada), − (ben)',
        'Label of effort: 3',
        'Label of weight: 1.5',
        'Label of due: 3 Feb 2026',
        'Label of left: 4',
        'Label of steps changed',
        `linked bug #${other}`,
      ],
    );
    const owner = listAt(entry, 'changes')[3];
    assert.partialDeepStrictEqual(owner, { kind: 'items', added: ['(ada)'], removed: ['(ben)'], added_count: 1 });
    assert.partialDeepStrictEqual(at(entry, 'artifact'), {
      id: artifact,
      xref: `bug #${artifact}`,
      title: 'Leak again',
    });
  });

  it('is latest first, page by page, of one kind, person or tracker', async () => {
    const all = await read('ada', project());
    assert.equal(all.length, 9);
    const paged: unknown[] = [];
    for (let before: string | undefined = ''; before !== undefined;) {
      const query: string = before === '' ? '' : `&before=${before}`;
      const { json }: Answered = await test.call(`/api${project(`?limit=2${query}`)}`, { as: 'ada' });
      paged.push(...listAt(json, 'entries'));
      const next = at(json, 'next');
      before = typeof next === 'string' ? next : undefined;
    }
    assert.deepEqual(paged, all);
    const comments = await read('ben', project('?kind=commented'));
    assert.partialDeepStrictEqual(comments, [
      { comment: 'Done now', changes: [{ text: 'Label of state: Open → Closed' }] },
    ]);
    assert.deepEqual(headsOf(await read('ben', project(`?user=${idOf('ben')}`))), [
      `ben created bug #${other}`,
      `ben commented on bug #${artifact}`,
      `ben changed bug #${artifact}`,
    ]);
    assert.deepEqual(headsOf(await read('ada', project(`?tracker=${world.tracker('vault')}`))), [
      'ada created vault #3',
    ]);
    await expectRow(test, { path: `/api${project('?before=x')}`, as: 'ben', status: 400, contains: ['next value'] });
  });

  for (const as of ['ben', 'out', undefined]) {
    it(`has no trace of what is hidden from ${as ?? 'a visitor'}`, async () => {
      const lacks = ['xyzzy', 'vault', 'Label of secret', '#3', '#4'];
      for (const path of [project(), project('?limit=1'), `/artifacts/${artifact}/activity`])
        await expectRow(test, { path: `/api${path}`, ...(as === undefined ? {} : { as }), status: 200, lacks });
      if (as !== undefined)
        await expectRow(test, { path: `/api/users/${idOf('ada')}/activity`, as, status: 200, lacks });
      const shown = headsOf(await read(as, `/artifacts/${artifact}/activity`));
      assert.deepEqual(shown, [
        `ben commented on bug #${artifact}`,
        `ben changed bug #${artifact}`,
        `ada created bug #${artifact}`,
      ]);
    });
  }

  it('shows administrators what is hidden from others', async () => {
    const text = JSON.stringify(await read('ada', project()));
    for (const marker of ['xyzzy-field', 'xyzzy-comment', 'xyzzy-vault', 'xyzzy-limited'])
      assert.ok(text.includes(marker));
  });

  it('of an artifact whose history is too long to read names what changed', async () => {
    const [body, secret] = [world.field('bug', 'body'), world.field('bug', 'secret')];
    const long = Array.from({ length: 70 }, (_, index) => ({
      by: idOf('ada'),
      atMs: day - 100_000 + index,
      values: { [body]: { content: `${index} `.repeat(20_000), format: 'commonmark' }, [secret]: `xyzzy-${index}` },
    }));
    const hiddenLink = {
      by: idOf('ada'),
      atMs: day - 2,
      values: { [world.field('bug', 'links')]: [{ id: vault, type: '' }] },
    };
    const only = { by: idOf('ada'), atMs: day - 1, values: { [secret]: 'xyzzy' } };
    const changes = [...long, hiddenLink, only];
    const [id = 0] = await buildArtifacts(test, [{ trackerId: world.tracker('bug'), changes }]);
    const path = `/api/artifacts/${id}/activity?limit=50`;
    const answer = await expectRow(test, { path, as: 'out', status: 200, lacks: ['xyzzy', 'Label of secret'] });
    const entries = listAt(answer.json, 'entries');
    assert.equal(entries.length, 50);
    assert.partialDeepStrictEqual(entries[0], { changes: [{ kind: 'other', text: 'Label of body changed' }] });
    await test.app.database.transact((tx) => tx.deleteFrom('artifacts').where('id', '=', id).execute());
  });

  it('of a person has what they did; nobody is told of projects that are closed to them', async () => {
    assert.equal((await read('out', `/users/${idOf('ben')}/activity`)).length, 3);
    await test.app.database.transact(async (tx) => {
      await tx.updateTable('projects').set({ access: 'private' }).where('id', '=', world.id).execute();
      await tx
        .updateTable('site')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .execute();
    });
    const empty = await expectRow(test, { path: `/api/users/${idOf('ben')}/activity`, as: 'out', status: 200 });
    assert.deepEqual(empty.json, { entries: [], next: null });
    await expectRow(test, { path: `/api${project()}`, as: 'out', status: 403 });
    assert.equal((await read('ben', '/users/self/activity')).length, 3);
  });

  it('is answered in XML too', async () => {
    const answer = await test.call(`/api${project()}`, { as: 'ben', headers: { accept: 'application/xml' } });
    assert.match(answer.text, /<text>Label of effort: 3<\/text>/);
  });
});
