// What one person may do in a tracker, as its administrators are told.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { userGroupNames } from '../../src/features/projects/index.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import { admins, buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
const ids: Record<string, number> = {};

before(async () => {
  test = await startApp();
  for (const name of ['ana', 'bea', 'carl']) ids[name] = await test.addUser(name);
  await buildProject(test, { name: 'other', groups: { pilots: [ids['bea'] ?? 0] } });
  world = await buildProject(test, {
    name: 'harbor',
    members: [ids['bea'] ?? 0],
    admins: [ids['ana'] ?? 0],
    groups: { divers: [ids['bea'] ?? 0] },
    trackers: (group) => [
      {
        name: 'leaks',
        permissions: { full: [registered] },
        fields: [
          { name: 'title', type: 'string', read: [everybody], submit: [registered], update: [members] },
          { name: 'depth', type: 'int', read: [admins], submit: [], update: [group('divers')] },
        ],
      },
    ],
  });
});
after(() => test.close());

const ask = (userId: unknown, status = 200, as = 'ana') =>
  expectRow(test, {
    path: `/api/trackers/${world.tracker('leaks')}/effective_rights?user_id=${String(userId)}`,
    as,
    status,
  });

describe('GET /trackers/:id/effective_rights', () => {
  it('tells the groups of the project that somebody belongs to, and what follows from them', async () => {
    const { json } = await ask(ids['bea']);
    const own = [`${world.id}_3`, userGroupNames.groupRestId(world.group('divers'), world.id)];
    assert.deepEqual(new Set(listAt(json, 'groups')), new Set(['1', '2', '5', ...own]));
    assert.partialDeepStrictEqual(json, {
      user: { username: 'bea' },
      is_site_administrator: false,
      sees_tracker: true,
      submits: true,
      administrates: false,
      fields: [
        { field_id: world.field('leaks', 'title'), reads: true, submits: true, updates: true },
        { field_id: world.field('leaks', 'depth'), reads: true, submits: false, updates: true },
      ],
    });
    const stranger = (await ask(ids['carl'])).json;
    assert.deepEqual(at(stranger, 'fields.0'), {
      field_id: world.field('leaks', 'title'),
      reads: true,
      submits: true,
      updates: false,
    });
    assert.equal(at((await ask(ids['ana'])).json, 'administrates'), true);
  });

  it('is for those who administer the tracker, of accounts that may act', async () => {
    await ask(ids['ana'], 403, 'bea');
    await ask(999_999, 400);
    await ask(0, 400);
    await ask('', 400);
  });
});
