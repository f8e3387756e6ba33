// Tier: all, because it plays many random changes.
// Whatever is kept of artifacts and of answers, each reader is shown what a server that has kept nothing shows, after any changes
// of rights, definitions, people, memberships, settings and artifacts.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { createHttpServer, openApp } from '../../src/app.ts';
import { testEngine } from '../../src/platform/database/test-place.testing.ts';
import { triesOf } from '../support/depth.ts';
import { at, issueToken, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { admins, buildProject, everybody, members, nobody, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

const readers = ['ada', 'sam', 'few', 'stranger', 'lone'] as const;
type Reader = (typeof readers)[number];

let test: TestApp;
let world: World;
/** Another project, which is private, whose artifacts are linked with those of the first. */
let hill: World;
const people = new Map<Reader, number>();
const tokens = new Map<Reader, Record<string, string>>();
const artifacts: number[] = [];
/** An artifact of the other project. */
let distant = 0;
const groups = [everybody, registered, members, admins, nobody];

before(async () => {
  // So little that entries of all caches are evicted.
  test = await startApp({ settings: '$cache_memory_max = 1048576;' });
  for (const name of readers) people.set(name, await test.addUser(name, { isSiteAdmin: name === 'ada' }));
  const open = { read: [everybody], submit: [members, admins], update: [members, admins] };
  world = await buildProject(test, {
    name: 'meadow',
    admins: [personId('ada')],
    members: [personId('sam'), personId('few')],
    groups: { few: [personId('few')] },
    trackers: () => [
      {
        name: 'whole',
        permissions: { full: [everybody] },
        title: 'title',
        status: { field: 'state', open: ['New'], done: ['Done'] },
        fields: [
          { name: 'title', type: 'string', ...open },
          { name: 'about', type: 'text', ...open },
          { name: 'state', type: 'sb', values: ['New', 'Done'], ...open },
          { name: 'who', type: 'sb', ofPeople: true, ...open },
          { name: 'links', type: 'art_link', ...open },
          { name: 'by', type: 'subby', read: [everybody] },
          { name: 'limit', type: 'perm', ...open },
        ],
      },
    ],
  });
  hill = await buildProject(test, {
    name: 'hill',
    access: 'private',
    admins: [personId('ada')],
    members: [personId('few'), personId('stranger')],
    groups: { slope: [personId('few'), personId('sam'), personId('stranger')] },
    trackers: (group) => [
      {
        name: 'steep',
        permissions: { full: [members] },
        title: 'title',
        fields: [
          { name: 'title', type: 'string', ...open },
          { name: 'links', type: 'art_link', read: [group('slope')], submit: [admins], update: [admins] },
        ],
      },
    ],
  });
  for (const name of readers) tokens.set(name, await issueToken(test.app, name));
  for (const number of [1, 2, 3]) {
    const body = { tracker: { id: world.tracker('whole') }, values: valuesOf(number) };
    const made = await test.call('/api/artifacts', { method: 'POST', as: 'ada', body });
    assert.equal(made.status, 201, made.text);
    artifacts.push(Number(at(made.json, 'id')));
  }
  const values = [
    { field_id: hill.field('steep', 'title'), value: 'far away' },
    { field_id: hill.field('steep', 'links'), links: artifacts.slice(0, 2).map((id) => ({ id })) },
  ];
  const made = await test.call('/api/artifacts', {
    method: 'POST',
    as: 'ada',
    body: { tracker: { id: hill.tracker('steep') }, values },
  });
  assert.equal(made.status, 201, made.text);
  distant = Number(at(made.json, 'id'));
});
after(() => test.close());

const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] ?? assert.fail('nothing to pick');
const personId = (name: Reader): number => people.get(name) ?? assert.fail(name);
const groupKey = (id: number): string => (id === members || id === admins ? `${world.id}_${id}` : String(id));

function valuesOf(number: number): unknown[] {
  const field = (name: string): number => world.field('whole', name);
  return [
    { field_id: field('title'), value: `number ${number}, art #${pick([1, ...artifacts], number)}` },
    { field_id: field('about'), value: { content: `**bold** ${number}`, format: 'commonmark' } },
    { field_id: field('state'), bind_value_ids: [world.value('whole', 'state', pick(['New', 'Done'], number))] },
    { field_id: field('who'), bind_value_ids: [personId(pick(['sam', 'few'], number))] },
    {
      field_id: field('links'),
      links: [
        ...artifacts.filter((_, index) => index % 2 === number % 2),
        ...(number % 3 > 0 && distant > 0 ? [distant] : []),
      ].map((id) => ({ id })),
    },
  ];
}

/** Sends a change that has to succeed. */
async function send(method: string, path: string, body: unknown): Promise<void> {
  const { status, text } = await test.call(`/api${path}`, { method, as: 'ada', body });
  assert.ok(status < 300, `${method} ${path} ${JSON.stringify(body)}: ${status} ${text}`);
}

const changes: Record<string, (number: number) => Promise<void>> = {
  artifact: (number) => send('PUT', `/artifacts/${pick(artifacts, number)}`, { values: valuesOf(number) }),
  limit: (number) =>
    send('PUT', `/artifacts/${pick(artifacts, number)}`, {
      values: [
        {
          field_id: world.field('whole', 'limit'),
          value: { granted_groups: number % 3 === 0 ? [] : [groupKey(pick([...groups, world.group('few')], number))] },
        },
      ],
    }),
  comment: (number) =>
    send('PUT', `/artifacts/${pick(artifacts, number)}`, {
      values: [],
      comment: { body: `said ${number}`, format: 'text', ugroups: [{ id: groupKey(pick(groups, number)) }] },
    }),
  field: (number) =>
    send('PATCH', `/tracker_fields/${world.field('whole', pick(['title', 'about', 'state', 'who'], number))}`, {
      label: `Label ${number}`,
      permissions_for_groups: { can_read: [{ id: groupKey(pick(groups, number)) }] },
    }),
  values: (number) =>
    send('PATCH', `/tracker_fields/${world.field('whole', 'state')}`, {
      values: ['New', 'Done'].map((label) => ({
        id: world.value('whole', 'state', label),
        label: `${label} ${number % 3}`,
      })),
    }),
  tracker: (number) =>
    send('PATCH', `/trackers/${world.tracker('whole')}`, {
      label: `Tracker ${number}`,
      color_name: pick(['deep-blue', 'fiesta-red'], number),
      permissions_for_groups: { can_access: [{ id: groupKey(pick([everybody, members, registered], number)) }] },
    }),
  person: (number) =>
    send('PATCH', `/users/${personId(pick(readers, number))}`, { values: { real_name: `Name ${number}` } }),
  async restricted(number) {
    await test.app.features.site.changeSetting('access_mode', 'restricted');
    const status = number % 3 === 0 ? 'A' : 'R';
    await send('PATCH', `/users/${personId(pick(['sam', 'stranger'], number))}`, { values: { status } });
  },
  suspended: (number) =>
    send('PATCH', `/users/${personId('stranger')}`, { values: { status: pick(['S', 'A'], number) } }),
  members: (number) =>
    send(
      'PUT',
      `/user_groups/${world.id}_${members}/users`,
      ['ada', ...(number % 2 === 0 ? ['sam'] : []), ...(number % 3 === 0 ? ['few'] : [])].map((username) => ({
        username,
      })),
    ),
  distantMembers: (number) =>
    send(
      'PUT',
      `/user_groups/${hill.id}_${members}/users`,
      ['ada', ...(number % 2 === 0 ? ['sam'] : ['few']), ...(number % 3 === 0 ? ['stranger'] : [])].map((username) => ({
        username,
      })),
    ),
  distantArtifact: (number) =>
    send('PUT', `/artifacts/${distant}`, {
      values: [{ field_id: hill.field('steep', 'links'), links: [{ id: pick(artifacts, number) }] }],
    }),
  group: (number) =>
    send(
      'PUT',
      `/user_groups/${world.group('few')}/users`,
      (number % 2 === 0 ? ['few'] : ['sam', 'few']).map((username) => ({ username })),
    ),
  access: (number) =>
    test.app.features.projects.change('meadow', { access: pick(['public', 'private', 'public'], number) }),
  setting: (number) => test.app.features.site.changeSetting('access_mode', pick(['restricted', 'regular'], number)),
};

const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat({ max: 1000 })), {
  minLength: 3,
  maxLength: 8,
});

const paths = (): string[] => [
  ...[...artifacts, distant].flatMap((id) => [
    `/artifacts/${id}`,
    `/artifacts/${id}?values_format=all`,
    `/artifacts/${id}/changesets`,
  ]),
  `/trackers/${world.tracker('whole')}/artifacts?values=all`,
  `/trackers/${world.tracker('whole')}/artifacts?values=all&values_format=by_field`,
  `/trackers/${world.tracker('whole')}/artifacts?order=desc`,
  `/artifacts?query=${encodeURIComponent(JSON.stringify({ id: [...artifacts, distant] }))}`,
  `/trackers/${world.tracker('whole')}`,
];

/** Every answer to every reader, in JSON and XML. */
async function showAll(base: string): Promise<string[]> {
  const shown: string[] = [];
  for (const [reader, token] of tokens)
    for (const accept of ['application/json', 'application/xml'])
      for (const path of paths()) {
        const answer = await fetch(`${base}/api${path}`, { headers: { ...token, accept } });
        const etag = answer.headers.get('etag') ?? '';
        shown.push(`${reader} ${accept} ${path}: ${answer.status} ${etag} ${await answer.text()}`);
      }
  return shown;
}

async function showAllAnew(): Promise<string[]> {
  const app = await openApp({ dataDir: test.app.dataDir, logLevel: 'silent' });
  const server = createHttpServer(app);
  try {
    return await showAll(await server.listen({ port: 0, host: '127.0.0.1' }));
  } finally {
    await server.close();
    await app.close();
  }
}

it('shows links with another project to its members alone, whoever read before', async () => {
  const [id] = artifacts;
  for (const name of ['stranger', 'lone', 'stranger', 'lone'] as const) {
    const { text } = await test.call(`/api/artifacts/${id}`, { as: name });
    assert.equal(text.includes(`artifacts/${distant}"`), name === 'stranger', text);
  }
});

it('shows each reader what a server shows that has kept nothing', async () => {
  const statuses = new Set<string>();
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      for (const [kind, number] of sequence) {
        await changes[kind]?.(number);
        await showAll(test.base);
      }
      const shown = await showAll(test.base);
      for (const one of shown) statuses.add(/: (\d+) /.exec(one)?.[1] ?? '');
      assert.deepEqual(shown, await showAllAnew());
    }),
    { numRuns: triesOf(testEngine === 'sqlite' ? 5 : 2), seed: 20_261_125, endOnFailure: true },
  );
  assert.ok(statuses.has('200') && statuses.has('403'), 'rights changed what was shown');
});
