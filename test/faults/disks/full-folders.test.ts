// Tier: all, because it starts and ends many servers.
// Disks of single folders without a free byte, while the database has room: whatever a server writes there is refused or told as
// failed, leaves nothing half done, and works again once there is room. The server stays up, though it can't even log.
// Engine: SQLite alone (the database has a disk of its own, so none of this reaches it)
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '../../../src/platform/concurrency/until.testing.ts';
import { runGit, skipGit, tryGit } from '../../support/git-client.ts';
import { at, testPassword } from '../../support/harness.ts';
import type { Line, Order } from '../request.ts';
import { send } from '../request.ts';
import { prepareServer } from '../server-process.ts';
import { makeSite } from '../site.ts';
import { fillUp, mountSmallDisk, noMount } from './small-disk.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tepal-full-folders-'));
const dataDir = join(scratch, 'site');
before(() => makeSite(dataDir));
after(() => rmSync(scratch, { recursive: true, force: true }));

const folders = ['backups', 'exports', 'files', 'git', 'svn', 'mail', 'deleted', 'errors'];
const unfinished = new URL('../../../src/platform/files/unfinished.ts', import.meta.url).href;
const disk = (name: string): string => join(dataDir, name);
const listAll = (): string[] =>
  folders.flatMap((name) => readdirSync(disk(name)).map((file) => `${name}/${file}`)).sort();

const basic = (username: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${username}:${testPassword}`).toString('base64')}`,
});
const file = { name: 'a.txt', mimetype: 'text/plain', content: Buffer.alloc(9000, 'x').toString('base64') };
const ofProject = { project_id: 101, description: '' };

/** What a process leaves that is killed in the midst of an import and of an export; a server that starts removes it. */
function leaveBehind(): string[] {
  const [repository, mark, archive] = [disk('git/left.git'), disk('git/left.git.unfinished'), disk('exports/out.zip')];
  mkdirSync(repository);
  const script = `import { beginMark, partialName } from ${JSON.stringify(unfinished)};
    import { writeFileSync } from 'node:fs';
    await beginMark(${JSON.stringify(repository)});
    const name = partialName(${JSON.stringify(archive)});
    writeFileSync(name, 'a part');
    process.stdout.write(name);`;
  const partial = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  for (const path of [repository, mark, partial]) assert.ok(existsSync(path), path);
  return [repository, mark, partial];
}

interface Work {
  /** Fails where the answer has another status. */
  ask(status: number, method: string, path: string, body?: unknown): Promise<unknown>;
  /** What came of the newest work of a list. */
  outcome(path: string): Promise<unknown>;
  push(ref: string): Promise<number>;
}

async function startWork(line: Line): Promise<Work> {
  const clone = mkdtempSync(join(scratch, 'clone-'));
  await runGit(scratch, 'init', '--quiet', clone);
  const url = new URL(`${line.base}/plugins/git/meadow-scrum/code.git`);
  [url.username, url.password] = ['ana', testPassword];
  const ask: Work['ask'] = async (status, method, path, body) => {
    const order: Order = { method, path, ...(body === undefined ? {} : { body }) };
    const isOfRoot = /backups|projects\/101/.test(path);
    const reply = await send({ ...line, credentials: basic(isOfRoot ? 'root' : 'ana') }, order);
    assert.equal(reply.status, status, `${method} ${path}: ${reply.text}`);
    const json: unknown = reply.text === '' ? undefined : JSON.parse(reply.text);
    return json;
  };
  return {
    ask,
    async outcome(path) {
      let newest: unknown;
      await until(async () => {
        newest = at(await ask(200, 'GET', path), '0');
        return at(newest, 'status') === 'done' || at(newest, 'status') === 'failed';
      });
      return newest;
    },
    async push(ref) {
      writeFileSync(join(clone, 'file'), Buffer.from(Array.from({ length: 9000 }, () => Math.random() * 256)));
      await runGit(clone, 'add', '.');
      await runGit(clone, 'commit', '--quiet', '-m', `for ${ref}`);
      return (await tryGit(clone, ['push', url.href, `HEAD:${ref}`])).status;
    },
  };
}

test('the server refuses what finds no room, and stays up', { skip: noMount || skipGit }, async (context) => {
  for (const name of folders) if (!mountSmallDisk(context, disk(name), 4096)) return;
  const left = leaveBehind();
  const env = { TEPAL_SYS_PROJECT_BACKUP_PATH: disk('deleted') };
  const errorsFile = join(disk('errors'), 'log');
  const server = prepareServer({ dataDir, env, errorsFile });
  const line: Line = { base: await server.open(), credentials: {}, agent: new Agent({ keepAlive: true }) };
  context.after(() => {
    line.agent.destroy();
    server.send('SIGKILL');
  });
  await until(() => left.every((path) => !existsSync(path)));
  const { ask, outcome, push } = await startWork(line);
  const id = String(at(await ask(201, 'POST', '/git', { ...ofProject, name: 'code' }), 'id'));
  assert.equal(await push('main'), 0);
  assert.equal(await push('side'), 0);
  const request = {
    repository_id: Number(id),
    branch_src: 'side',
    repository_dest_id: Number(id),
    branch_dest: 'main',
  };
  const pull = String(at(await ask(201, 'POST', '/pull_requests', request), 'id'));

  const existing = listAll();
  const fillers = folders.map((name) => fillUp(disk(name), 0));
  const lost = /^the disk is full; free some space and try again$/;
  for (const path of ['/projects/101/exports', '/backups']) {
    await ask(201, 'POST', path);
    const ended = await outcome(path);
    assert.equal(at(ended, 'status'), 'failed');
    assert.match(String(at(ended, 'note')), lost);
  }
  await ask(503, 'POST', '/artifact_temporary_files', file);
  await ask(503, 'POST', '/git', { ...ofProject, name: 'other' });
  await ask(503, 'POST', '/svn', { project_id: 101, name: 'other', settings: {} });
  assert.equal(await push('next'), 1);
  await ask(503, 'POST', `/git/${id}/branches`, { branch_name: 'more', reference: 'main' });
  await ask(503, 'PATCH', `/pull_requests/${pull}`, { status: 'merge' });
  await ask(200, 'DELETE', '/projects/101');
  await ask(409, 'DELETE', '/projects/101?erase=true');
  await ask(200, 'POST', '/projects/101/restoration');
  for (const filler of fillers) rmSync(filler);
  assert.deepEqual(listAll(), existing);

  for (const path of ['/projects/101/exports', '/backups']) {
    await ask(201, 'POST', path);
    assert.equal(at(await outcome(path), 'status'), 'done');
  }
  await ask(201, 'POST', '/artifact_temporary_files', file);
  await ask(201, 'POST', '/git', { ...ofProject, name: 'other' });
  await ask(201, 'POST', '/svn', { project_id: 101, name: 'other', settings: {} });
  assert.equal(await push('next'), 0);
  await ask(201, 'POST', `/git/${id}/branches`, { branch_name: 'more', reference: 'main' });
  await ask(200, 'PATCH', `/pull_requests/${pull}`, { status: 'merge' });
  await ask(200, 'DELETE', '/projects/101');
  await ask(200, 'DELETE', '/projects/101?erase=true');
  server.send('SIGTERM');
  assert.equal((await server.ended).status, 0, readFileSync(errorsFile, 'utf8'));
});
