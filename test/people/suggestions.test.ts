// Engine: both
// People who may be meant while a name is typed: members of the project first, from one character on.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

let scrum: Scrum;
before(async () => {
  scrum = await openScrum();
  await scrum.test.addUser('abel', { realName: 'Abel Li' });
  await scrum.test.addUser('yama', { realName: '山田 太郎' });
  await scrum.test.addUser('gone', { realName: 'Ana Gone', status: 'S' });
});
after(() => scrum.test.close());

const suggest = async (as: string, query: string, more = ''): Promise<unknown[]> => {
  const path = `/api/user_suggestions?query=${encodeURIComponent(query)}${more}`;
  return listAt((await expectRow(scrum.test, { path, as, status: 200 })).json).map((user) => at(user, 'username'));
};

it('are found by one letter, two letters, signs of other scripts, and by an address', async () => {
  assert.ok((await suggest('bruno', 'a')).includes('abel'));
  assert.deepEqual(await suggest('bruno', 'ab'), ['abel']);
  assert.deepEqual(await suggest('bruno', '山'), ['yama']);
  assert.deepEqual(await suggest('bruno', 'abel@example.org'), ['abel']);
  assert.deepEqual(await suggest('bruno', 'nobody@example.org'), []);
  assert.deepEqual(await suggest('bruno', ''), []);
});

it('are members of the project first, for its members', async () => {
  const ofProject = await suggest('bruno', 'a', '&project_id=101');
  assert.deepEqual(ofProject.slice(0, 1), ['ana']);
  assert.ok(ofProject.includes('abel') && !ofProject.includes('gone'));
  assert.deepEqual((await suggest('bruno', '', '&project_id=101')).slice(0, 2), ['ana', 'bruno']);
  assert.equal((await suggest('bruno', 'a', '&project_id=101&limit=1')).length, 1);
  assert.deepEqual(await suggest('abel', '', '&project_id=101'), []);
  assert.deepEqual((await suggest('abel', 'a', '&project_id=101')).slice(0, 1), ['abel']);
});

it('are for people who signed in', async () => {
  await expectRow(scrum.test, { path: '/api/user_suggestions?query=a', status: 401 });
  await expectRow(scrum.test, { path: '/api/user_suggestions?limit=51', as: 'bruno', status: 400 });
});
