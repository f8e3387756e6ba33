// A name server that gives another address at the next question, as in DNS rebinding, moves no call into a private network.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const publicAddress = '8.8.8.8';
const rounds = 6;

const enter = (script: string, ...args: string[]) =>
  spawnSync('unshare', ['--mount', '--net', 'sh', '-c', script, 'sh', ...args], { encoding: 'utf8', timeout: 60_000 });

const skip =
  process.env['TEPAL_REQUIRE_ALL'] === '1' || enter('ip link set lo up').status === 0
    ? false
    : 'the system gives tests no network of their own';

test('a call goes where its name stood when it was looked up, and to no private address', { skip }, (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-names-'));
  context.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\n');
  const script = `mount --bind "$1" /etc/resolv.conf && ip link set lo up && ip address add ${publicAddress}/32 dev lo && shift && exec "$@"`;
  const program = fileURLToPath(new URL('rebinding.testing.ts', import.meta.url));
  const node = [process.execPath, program, publicAddress, String(rounds)];
  const { stdout, stderr } = enter(script, join(folder, 'resolv.conf'), ...node);
  assert.notEqual(stdout, '', stderr);
  const nobody = { publicly: 0, here: 0, refused: rounds };
  assert.deepEqual(JSON.parse(stdout), {
    'turns.example': { publicly: rounds / 2, here: 0, refused: rounds / 2 },
    'both.example': nobody,
    'six.example': nobody,
    'mapped.example': nobody,
    'nothing.example': nobody,
    'true.example': { publicly: rounds, here: 0, refused: 0 },
  });
});
