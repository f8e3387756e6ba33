// Engine: both
// Which groups accounts belong to: in projects that are alive, for whom it may concern.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum, titleOf } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';

let test: TestApp;
before(async () => {
  ({ test } = await openScrum({ withKanban: true }));
  for (const name of ['stig', 'keeper']) await test.addUser(name);
  await test.app.features.people.grantDelegation('user-management', 'keeper');
  const userId = await test.addUser('reader');
  await test.app.database.transact(async (tx) => {
    await tx.insertInto('delegations').values({ user_id: userId, name: 'user-membership' }).execute();
    await bumpSiteVersion(tx);
  });
});
after(() => test.close());

const idsOf = (list: unknown): unknown[] => listAt(list).map((one) => at(one, 'id'));

for (const status of ['active', 'suspended', 'deleted'] as const) {
  it(`names the groups of a ${status} project in all three forms or in none`, async () => {
    await test.app.features.projects.change('harbor-kanban', { status });
    const path = '/api/users/self/membership?scope=project';
    const literals = await expectRow(test, { path, as: 'ana', status: 200 });
    const short = await expectRow(test, { path: `${path}&format=id`, as: 'ana', status: 200 });
    const full = await expectRow(test, { path: `${path}&format=full`, as: 'ana', status: 200 });
    assert.deepEqual(idsOf(full.json), short.json);
    const isAlive = status === 'active';
    assert.equal(listAt(short.json).includes('102_3'), isAlive);
    assert.equal(listAt(literals.json).includes('harbor-kanban_project_members'), isAlive);
    const team = listAt(full.json).find((group) => at(group, 'label') === 'quality_team');
    assert.equal(at(team, 'project.shortname'), 'meadow-scrum');
  });
}

const others = '/api/users/103/membership?scope=project&format=full';
const withKey = '/api/users_memberships?query=with_ssh_key';
const empty = { contains: ['[]'], answers: { 'x-pagination-size': '0', 'x-pagination-limit-max': '1000' } };
const rows: Row[] = [
  { path: others, status: 401 },
  { path: others, as: 'ana', status: 403, lacks: ['meadow-scrum'] },
  ...['root', 'keeper', 'reader'].map((as) => ({ path: others, as, status: 200, contains: ['meadow-scrum'] })),
  { path: withKey, status: 401 },
  { path: withKey, as: 'ana', status: 403 },
  ...['root', 'keeper', 'reader'].map((as) => ({ path: withKey, as, status: 200, ...empty })),
  { path: withKey, as: 'root', headers: { accept: 'application/xml' }, status: 200, contains: ['<response/>'] },
  { path: withKey, as: 'ana', headers: { accept: 'application/xml' }, status: 403, contains: ['<code>403</code>'] },
  { path: `${withKey}&limit=1001`, as: 'root', status: 400, contains: ['limit'] },
  { path: `${withKey}&offset=-1`, as: 'root', status: 400, contains: ['offset'] },
  { path: '/api/users_memberships', as: 'root', status: 400, contains: ['query'] },
  { path: '/api/users_memberships?query=all', as: 'root', status: 400, contains: ['with_ssh_key'] },
];
for (const row of rows) it(titleOf(row), async () => void (await expectRow(test, row)));
