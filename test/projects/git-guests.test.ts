// Guests of a private project clone what registered people may read, until they are no guests any more.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { runGit, skipGit, tryGit } from '../support/git-client.ts';
import { at, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow } from '../support/scenario.ts';
import { buildProject } from '../support/worlds.ts';

let test: TestApp;
let work: string;
before(async () => {
  test = await startApp();
  work = await mkdtemp(join(tmpdir(), 'tepal-git-guests-'));
});
after(async () => {
  await test.close();
  await rm(work, { recursive: true });
});

it('a private repository is cloned by guests as far as registered people may', { skip: skipGit }, async () => {
  const [ada, gwen] = [await test.addUser('ada'), await test.addUser('gwen')];
  await test.addUser('stig');
  const { id } = await buildProject(test, { name: 'forge', access: 'private', admins: [ada], trackers: () => [] });
  const made = { method: 'POST', path: '/api/git', as: 'ada', body: { project_id: id, name: 'web' }, status: 201 };
  const repository = String(at((await expectRow(test, made)).json, 'id'));
  const give = (role: string) =>
    expectRow(test, {
      method: 'POST',
      path: `/api/projects/${id}/members`,
      as: 'ada',
      body: { role, user_references: [{ id: gwen }] },
      status: 200,
    });
  const open = (group: string) =>
    expectRow(test, {
      method: 'PUT',
      path: `/api/git/${repository}/permissions`,
      as: 'ada',
      body: { read: [{ id: group }], write: [{ id: `${id}_3` }], rewind: [] },
      status: 200,
    });
  const urlOf = (as: string): string => {
    const url = new URL(`${test.base}/plugins/git/forge/web.git`);
    [url.username, url.password] = [as, testPassword];
    return url.href;
  };
  const mayRead = async (as: string): Promise<boolean> => (await tryGit(work, ['ls-remote', urlOf(as)])).status === 0;

  await give('guest');
  assert.ok(!(await mayRead('gwen')), 'it is for members alone at first');
  await open('2');
  assert.ok(await mayRead('gwen'));
  assert.ok(!(await mayRead('stig')));
  await runGit(work, 'clone', '--quiet', urlOf('gwen'), 'clone');
  const clone = join(work, 'clone');
  await runGit(clone, 'commit', '--quiet', '--allow-empty', '-m', 'Not theirs');
  const pushed = await tryGit(clone, ['push', urlOf('gwen'), 'HEAD:main']);
  assert.match(pushed.text, /you don't have permission to push/);
  await expectRow(test, { path: `/api/projects/${id}/members/${gwen}`, method: 'DELETE', as: 'gwen', status: 204 });
  assert.ok(!(await mayRead('gwen')));
});
