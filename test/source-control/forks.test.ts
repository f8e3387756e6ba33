// Tier: all, because it starts many programs of source control.
// Engine: both
// Forks, and pull requests that come from them, with the real git client.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipGit, tryGit } from '../support/git-client.ts';
import { at, testPassword } from '../support/harness.ts';
import { openPulls } from '../support/pull-requests.ts';
import type { Pulls } from '../support/pull-requests.ts';
import { listAt } from '../support/scenario.ts';

function listOf(answer: unknown): unknown[] {
  assert.ok(Array.isArray(answer));
  return answer;
}

describe('forks', { skip: skipGit }, () => {
  let pulls: Pulls;
  let id: number;
  let forkId: number;
  let otherProject: number;
  const addressOf = (as: string, path: string): string => {
    const url = new URL(`${pulls.test.base}/plugins/git/${path}`);
    [url.username, url.password] = [as, testPassword];
    return url.href;
  };
  const pushFork = (as: string, ...refs: string[]) =>
    tryGit(pulls.code.folder, ['push', '--quiet', addressOf(as, 'meadow-scrum/u/bruno/web.git'), ...refs]);
  const commitOn = async (
    branch: string,
    from: string,
    files: Record<string, string>,
    message = branch,
  ): Promise<string> => {
    await pulls.code.git('checkout', '--quiet', '-B', branch, from);
    return pulls.code.commit(message, files);
  };
  const ask = (branch: string, as = 'bruno', status = 201, change: object = {}): Promise<unknown> =>
    pulls.send('POST', 'pull_requests', as, status, {
      repository_id: forkId,
      repository_dest_id: id,
      branch_src: branch,
      branch_dest: 'main',
      ...change,
    });
  const set = (pull: number, status: string, as: string, expected = 200): Promise<unknown> =>
    pulls.send('PATCH', `pull_requests/${pull}`, as, expected, { status });

  before(async () => {
    pulls = await openPulls({ withKanban: true });
    ({ id } = pulls.code);
    otherProject =
      listOf(await pulls.get('projects', 'ana'))
        .map((one) => Number(at(one, 'id')))
        .find((one) => one !== 101) ?? 0;
  });
  after(() => pulls.close());

  it('are copies of branches and tags for one person, who alone writes to them', async () => {
    await pulls.begin('gone', { 'secret.txt': 'x\n' });
    const gone = (await pulls.code.git('rev-parse', 'gone')).trim();
    await pulls.send('DELETE', `git/${id}/branches/gone`, 'bruno', 204);
    await pulls.send('POST', `git/${id}/forks`, 'stranger', 403, {});
    for (const [as, expected] of [
      ['bruno', true],
      ['stranger', false],
    ] as const)
      assert.equal(at(await pulls.get(`git/${id}`, as), 'user_can_fork'), expected, as);
    await pulls.send('POST', 'git/999/forks', 'bruno', 404, {});
    await pulls.send('POST', `git/${id}/forks`, 'bruno', 400, { name: '../web' });
    await pulls.send('POST', `git/${id}/forks`, 'bruno', 400, { other: 1 });
    const made = await pulls.send('POST', `git/${id}/forks`, 'bruno', 201, {});
    forkId = Number(at(made, 'id'));
    assert.equal(at(made, 'name'), 'u/bruno/web');
    assert.equal(at(made, 'parent_id'), id);
    assert.equal(at(made, 'default_branch'), 'main');
    await pulls.send('POST', `git/${id}/forks`, 'bruno', 400, {});
    const refs = async (of: number): Promise<unknown[]> => [
      ...listOf(await pulls.get(`git/${of}/branches`)).map((one) => [at(one, 'name'), at(one, 'commit.id')]),
      ...listOf(await pulls.get(`git/${of}/tags`)).map((one) => at(one, 'name')),
    ];
    assert.deepEqual(await refs(forkId), await refs(id));
    await pulls.get(`git/${forkId}/commits/${gone}`, 'bruno', 404);
    const hash = await commitOn('own', 'main', { 'own.txt': 'own\n' });
    assert.notEqual((await pushFork('ana', 'own')).status, 0, 'an administrator pushed to a personal fork');
    assert.notEqual((await pushFork('chika', 'own')).status, 0);
    assert.deepEqual(await pushFork('bruno', 'own'), { status: 0, text: '' });
    assert.equal(at(await pulls.get(`git/${forkId}/commits/own`), 'id'), hash);
    await pulls.get(`git/${id}/commits/own`, 'bruno', 404);
  });

  it('are listed by whose they are, and changed by their owner', async () => {
    const list = async (query: object, status = 200): Promise<unknown> => {
      const text = encodeURIComponent(JSON.stringify(query));
      return pulls.get(`projects/101/git?query=${text}`, 'chika', status);
    };
    const names = async (query: object): Promise<unknown[]> =>
      listAt(await list(query), 'repositories').map((one) => at(one, 'name'));
    const owner = Number(at(await pulls.get(`git/${forkId}`), 'owner_id'));
    assert.deepEqual(await names({ scope: 'project' }), ['web']);
    assert.deepEqual(await names({ scope: 'individual' }), ['u/bruno/web']);
    assert.deepEqual(await names({ scope: 'individual', owner_id: owner }), ['u/bruno/web']);
    assert.deepEqual(await names({ scope: 'individual', owner_id: owner + 1000 }), []);
    await list({ owner_id: 'bruno' }, 400);
    const forks = listOf(await pulls.get(`git/${id}/forks`, 'chika')).map((one) => at(one, 'id'));
    assert.deepEqual(forks, [forkId]);
    await pulls.send('PATCH', `git/${forkId}`, 'chika', 403, { description: 'Mine' });
    await pulls.send('PATCH', `git/${forkId}`, 'bruno', 200, { description: 'Mine' });
    await pulls.send('PATCH', `git/${forkId}`, 'bruno', 400, { name: 'web-2' });
    const rights = { read: [{ id: '1' }], write: [{ id: '2' }], rewind: [] };
    await pulls.send('PUT', `git/${forkId}/permissions`, 'bruno', 403, rights);
  });

  it('go into another project for who administers it', async () => {
    await pulls.send('POST', `git/${id}/forks`, 'chika', 403, { project_id: otherProject });
    const made = await pulls.send('POST', `git/${id}/forks`, 'ana', 201, {
      project_id: otherProject,
      name: 'code/web',
    });
    assert.equal(at(made, 'name'), 'code/web');
    assert.equal(at(made, 'owner_id'), null);
    assert.equal(
      at(await pulls.get(`git/${String(at(made, 'id'))}/commits/main`, 'ana'), 'title'),
      'Serve, see art #17',
    );
  });

  it('bring pull requests, which follow what is pushed to them and are merged by who may merge into the target', async () => {
    await ask('own', 'bruno', 400, { repository_id: id, repository_dest_id: forkId });
    await ask('nowhere', 'bruno', 400);
    const pull = Number(at(await ask('own'), 'id'));
    await ask('own', 'bruno', 400);
    const shown = await pulls.show(pull);
    assert.deepEqual([at(shown, 'repository.id'), at(shown, 'repository_dest.id')], [forkId, id]);
    assert.deepEqual(at(shown, 'short_stat'), { files_changed: 1, lines_added: 1, lines_removed: 0 });
    await pulls.get(`pull_requests/${pull}/file_diff?path=own.txt`);
    const next = await commitOn('own', 'own', { 'own.txt': 'own\nmore\n' });
    assert.equal((await pushFork('bruno', 'own')).status, 0);
    assert.equal(at(await pulls.show(pull), 'head.id'), next);
    assert.equal(listOf(await pulls.get(`pull_requests/${pull}/commits`)).length, 2);
    await pulls.permit(['101_4']);
    await set(pull, 'merge', 'bruno', 403);
    await set(pull, 'abandon', 'chika', 403);
    await set(pull, 'abandon', 'bruno');
    await set(pull, 'review', 'bruno');
    // Who writes the fork says nothing of checks of the target.
    await pulls.send('POST', `git/${id}/statuses/${next}`, 'bruno', 403, { state: 'success' });
    await pulls.send('POST', `git/${id}/statuses/${next}`, 'ana', 201, { state: 'success' });
    assert.equal(at(await pulls.show(pull), 'last_build_status'), 'success');
    await set(pull, 'merge', 'ana');
    assert.equal(at(await pulls.show(pull), 'status'), 'merge');
    await pulls.catchUp();
    assert.match(await pulls.code.git('show', 'main:own.txt'), /more/);
    await pulls.permit(['101_3']);
  });

  it('of a closed project keep their branches, which is said before anything is merged', async () => {
    const { projects } = pulls.test.app.features;
    const forks = listOf(await pulls.get(`git/${id}/forks`, 'ana'));
    const foreign = Number(
      at(
        forks.find((one) => at(one, 'name') === 'code/web'),
        'id',
      ),
    );
    await commitOn('foreign', 'main', { 'foreign.txt': 'foreign\n' });
    const address = addressOf('ana', 'harbor-kanban/code/web.git');
    assert.deepEqual(await tryGit(pulls.code.folder, ['push', '--quiet', address, 'foreign']), { status: 0, text: '' });
    const pull = Number(at(await ask('foreign', 'ana', 201, { repository_id: foreign }), 'id'));
    const all = [{ id: '2' }];
    await pulls.send('PUT', `git/${foreign}/permissions`, 'ana', 200, { read: all, write: all, rewind: all });
    await pulls.permit(['2']);
    await projects.change('harbor-kanban', { status: 'suspended' });
    const body = { status: 'merge', delete_source_branch: true };
    const refused = await pulls.send('PATCH', `pull_requests/${pull}`, 'root', 403, body);
    assert.match(JSON.stringify(refused), /suspended/);
    await projects.change('harbor-kanban', { status: 'active' });
    assert.equal(at(await pulls.show(pull), 'status'), 'review');
    await set(pull, 'abandon', 'ana');
    await pulls.permit(['101_3']);
  });

  it('are listed with their pull requests by as many statements however many there are', async (context) => {
    const { read } = pulls.test.app.database;
    const countStatements = async (limit: number, forks: number): Promise<number> => {
      const statements = context.mock.method(read.getExecutor(), 'executeQuery');
      const list = await pulls.get(`git/${id}/pull_requests?limit=${limit}`, 'ana');
      const sources = listAt(list, 'collection').map((one) => Number(at(one, 'repository.id')));
      assert.deepEqual([sources.length, new Set(sources).size], [limit, forks]);
      statements.mock.restore();
      return statements.mock.callCount();
    };
    const chikasFork = Number(at(await pulls.send('POST', `git/${id}/forks`, 'chika', 201, {}), 'id'));
    await commitOn('asked', 'main', { 'asked.txt': 'asked\n' });
    const { folder } = pulls.code;
    assert.equal((await pushFork('bruno', 'asked')).status, 0);
    assert.equal(
      (await tryGit(folder, ['push', '--quiet', addressOf('chika', 'meadow-scrum/u/chika/web.git'), 'asked'])).status,
      0,
    );
    const wishes = [Number(at(await ask('asked', 'chika', 201, { repository_id: chikasFork }), 'id'))];
    wishes.push(Number(at(await ask('asked'), 'id')));
    await countStatements(1, 1);
    const one = await countStatements(1, 1);
    assert.ok(one > 0);
    assert.equal(await countStatements(2, 2), one);
    for (const pull of wishes) await set(pull, 'abandon', 'ana');
  });

  it('are listed in as many statements however many there are, with the groups that may do what', async (context) => {
    const { read } = pulls.test.app.database;
    const list = async (): Promise<{ forks: unknown[]; count: number }> => {
      const statements = context.mock.method(read.getExecutor(), 'executeQuery');
      const forks = listOf(await pulls.get(`git/${id}/forks`, 'ana'));
      statements.mock.restore();
      return { forks, count: statements.mock.callCount() };
    };
    const { forks: before } = await list();
    const { count } = await list();
    assert.ok(count > 0);
    await pulls.send('POST', `git/${id}/forks`, 'ana', 201, { name: 'web-again' });
    const made = await pulls.send('POST', `git/${id}/forks`, 'ana', 201, { project_id: otherProject, name: 'web-too' });
    const { forks, count: after } = await list();
    assert.deepEqual([forks.length, after], [before.length + 2, count]);
    const shown = await pulls.get(`git/${Number(at(made, 'id'))}`, 'ana');
    assert.deepEqual(forks[0], shown);
    assert.ok(listAt(shown, 'permissions.read').length > 0);
    const admins = [{ id: `${otherProject}_4` }];
    const rights = { read: admins, write: admins, rewind: [] };
    await pulls.send('PUT', `git/${Number(at(made, 'id'))}/permissions`, 'ana', 200, rights);
    const idsFor = async (as: string): Promise<unknown[]> =>
      listOf(await pulls.get(`git/${id}/forks`, as)).map((one) => at(one, 'id'));
    const all = await idsFor('ana');
    assert.equal(all[0], at(made, 'id'));
    assert.deepEqual(await idsFor('chika'), all.slice(1));
  });

  it('are gone, but not what they asked for', async () => {
    await commitOn('late', 'main', { 'late.txt': 'late\n' });
    await commitOn('dropped', 'main', { 'dropped.txt': 'dropped\n' });
    assert.equal((await pushFork('bruno', 'late', 'dropped')).status, 0);
    const [late, dropped] = [Number(at(await ask('late'), 'id')), Number(at(await ask('dropped'), 'id'))];
    assert.equal((await pushFork('bruno', ':dropped')).status, 0);
    assert.equal(at(await pulls.show(dropped), 'status'), 'abandon');
    await pulls.send('DELETE', `git/${forkId}`, 'chika', 403);
    await pulls.send('DELETE', `git/${forkId}`, 'bruno', 204);
    await set(dropped, 'review', 'ana', 400);
    assert.equal(at(await pulls.show(late), 'repository.id'), id);
    await set(late, 'merge', 'ana');
    await pulls.catchUp();
    assert.match(await pulls.code.git('show', 'main:late.txt'), /late/);
  });
});
