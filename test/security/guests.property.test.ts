// Random worlds: what a guest of a private project sees is what the same person would see as no member, were the project public.
// Process: its own, because it takes long
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { triesOf } from '../support/depth.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { buildWorld, item, randomWorld } from '../support/random-worlds.ts';
import { listAt } from '../support/scenario.ts';
import * as model from './permission-model.ts';
import type { Person, Reader, World } from './permission-model.ts';

const guest = 'a1';
let test: TestApp;
const ids = new Map<Reader, number>([['anonymous', 0]]);
before(async () => {
  test = await startApp();
  for (const name of model.people)
    if (name !== 'root') ids.set(name, await test.addUser(name, { status: /^r\d/.test(name) ? 'R' : 'A' }));
  const root = await test.app.database.read
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'root')
    .executeTakeFirstOrThrow();
  ids.set('root', root.id);
});
after(() => test.close());

/** The world on a site with ordinary access, where `a1` is a guest of the first project, which is private, and of no other one. */
function withGuest(world: World): World {
  const others = (people: readonly Person[]): Person[] => people.filter((person) => person !== guest);
  const [first, ...more] = world.projects;
  assert.ok(first !== undefined);
  const left = { members: others(first.members), admins: others(first.admins), managers: others(first.managers) };
  return {
    ...world,
    mode: 'regular',
    projects: [
      { ...first, ...left, access: 'private', status: 'active', guests: [guest] },
      ...more.map((project) => ({ ...project, guests: [] })),
    ],
  };
}

let builtCount = 0;

it('a guest sees no more than a registered person would in a public project', async () => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(randomWorld.map(withGuest), async (plan) => {
      builtCount += 1;
      const name = `guests-${builtCount}`;
      const built = await buildWorld(plan, { test, name, userId: (reader) => ids.get(reader) ?? -1 });
      const project = item(built.projects, 0);
      const paths = [
        `/projects/${project}/trackers?limit=50`,
        ...built.trackers.flatMap((id) => [`/trackers/${id}`, `/trackers/${id}/artifacts?values=all&limit=50`]),
        ...built.artifacts.flatMap((id) => [`/artifacts/${id}`, `/artifacts/${id}/changesets?limit=50`]),
      ];
      const readAll = async (): Promise<[number, unknown][]> => {
        const answers: [number, unknown][] = [];
        for (const path of paths) {
          const { status, json } = await test.call(`/api${path}`, { as: guest });
          answers.push([status, status === 200 ? json : undefined]);
        }
        return answers;
      };
      const asGuest = await readAll();
      await test.app.database.transact(async (tx) => {
        await tx.deleteFrom('project_guests').where('project_id', '=', project).execute();
        await bumpSiteVersion(tx);
      });
      const asStranger = await readAll();
      await test.app.features.projects.change(`${name}-0`, { access: 'public' });
      const asRegistered = await readAll();
      for (const [index, path] of paths.entries()) {
        assert.deepEqual(item(asGuest, index), item(asRegistered, index), path);
        if (item(asGuest, index)[0] === 200) seen += listOf(item(asGuest, index)[1]);
      }
      assert.equal(item(asStranger, 0)[0], 403);
    }),
    { numRuns: triesOf(8) },
  );
  assert.ok(seen > 0, 'no guest saw anything');
});

const listOf = (json: unknown): number =>
  Array.isArray(json) ? listAt(json).length : at(json, 'id') === undefined ? 0 : 1;
