// Tier: all, because it starts and ends many servers.
// A server that restarts itself, alone and as several processes: what is set counts afterwards, and nobody's request is lost.
// Engine: SQLite alone, because none of it is about the database
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at, issueToken, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { programEnv, programPath } from '../support/program-env.ts';
import { listAt } from '../support/scenario.ts';

let test: TestApp;
let child: ChildProcess;
let output: string;
let headers: Record<string, string>;
beforeEach(async () => {
  test = await startApp();
  headers = { ...(await issueToken(test.app, 'root')), 'content-type': 'application/json' };
});
afterEach(async () => {
  if (child.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'close');
  }
  assert.equal(child.exitCode, 0, output);
  await test.close();
});

async function serve(...flags: string[]): Promise<string> {
  child = spawn(process.execPath, [programPath, 'serve', '--port', '0', '--data', test.app.dataDir, ...flags], {
    env: programEnv,
    stdio: 'pipe',
  });
  output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return until(() => /listens at (\S+)\/\n/.exec(output)?.[1]);
}

const set = (base: string, settings: object[]): Promise<Response> =>
  fetch(`${base}/api/admin/settings`, { method: 'PATCH', headers, body: JSON.stringify({ settings }) });

/** What a setting is for whichever process answers, on a connection of its own; undefined while none does. */
async function read(base: string, name: string): Promise<unknown> {
  try {
    const answer = await fetch(`${base}/api/admin/settings`, { headers: { ...headers, connection: 'close' } });
    const json: unknown = await answer.json();
    return listAt(json, 'settings').find((setting) => at(setting, 'name') === name);
  } catch (error) {
    // A refused or closed connection, for the moment of the restart.
    assert.ok(error instanceof TypeError, String(error));
    return undefined;
  }
}

const restart = async (base: string): Promise<number> =>
  (await fetch(`${base}/api/admin/restarts`, { method: 'POST', headers })).status;

describe('a restart', () => {
  it('lets what was set count, on the same port and for whoever follows events', async () => {
    const base = await serve();
    const stream = await fetch(`${base}/api/events/stream`, { headers: { ...headers, accept: 'text/event-stream' } });
    assert.equal((await set(base, [{ name: 'log_level', value: 'debug' }])).status, 200);
    assert.equal(at(await read(base, 'log_level'), 'next_value'), 'debug');
    assert.equal(await restart(base), 202);
    const after = await until(async () => {
      const setting = await read(base, 'log_level');
      return at(setting, 'value') === 'debug' && setting;
    });
    assert.equal(at(after, 'is_pending'), false);
    await stream.text().catch((error: unknown) => assert.ok(error instanceof TypeError, String(error)));
    assert.equal(await restart(base), 202, 'it can be asked for again');
    await until(() => output.match(/listens at/g)?.length === 3);
  });

  it('replaces one process after the other, so that every request meanwhile gets its answer', async () => {
    const base = await serve('--workers', '2');
    assert.equal((await set(base, [{ name: 'log_level', value: 'debug' }])).status, 200);
    assert.equal(await restart(base), 202);
    let answered = 0;
    await until(async () => {
      const { status } = await fetch(`${base}/api/version`, { headers: { connection: 'close' } });
      assert.equal(status, 200);
      answered += 1;
      // Both processes, by chance, within so many answers.
      const settings = await Promise.all(Array.from({ length: 6 }, () => read(base, 'log_level')));
      return settings.every((setting) => at(setting, 'value') === 'debug');
    });
    assert.ok(answered > 1);
    assert.ok(!output.includes('warning'), output);
  });
});
