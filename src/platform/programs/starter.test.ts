import assert from 'node:assert/strict';
import { buffer, text } from 'node:stream/consumers';
import { test } from 'node:test';
import { signalGroup, startApart } from './starter.ts';
import type { StartedProgram } from './starter.ts';

const env = { PATH: '/usr/bin:/bin', WORD: 'here' };
const start = (script: string, hasLine = false): Promise<StartedProgram> =>
  startApart({ program: 'sh', args: ['-c', script], env, hasLine });

test('a program gets its environment alone, and says what it says to where it says it', async () => {
  const child = await startApart({ program: 'env', args: [], env });
  assert.deepEqual((await text(child.stdout)).split('\n').toSorted(), ['', 'PATH=/usr/bin:/bin', 'WORD=here']);
  const failing = await start('echo something; echo wrong >&2; exit 3');
  const said = await Promise.all([text(failing.stdout), text(failing.stderr), failing.closed]);
  assert.deepEqual(said, ['something\n', 'wrong\n', { status: 3, signal: undefined }]);
});

test('megabytes go in and come out as they are', async () => {
  const bytes = Buffer.alloc(5_000_000, 'what goes in comes out ');
  const child = await start('cat');
  child.stdin.end(bytes);
  assert.ok(bytes.equals(await buffer(child.stdout)));
  assert.equal((await child.closed).status, 0);
});

test('many at once are told apart', async () => {
  const texts = Array.from({ length: 60 }, (_, index) => `number ${index}`);
  const said = await Promise.all(
    texts.map(async (one) => {
      const child = await start('cat');
      child.stdin.end(one);
      return text(child.stdout);
    }),
  );
  assert.deepEqual(said, texts);
});

test('a line goes both ways, and is waited for', async () => {
  const child = await start('echo ready >&3; read -r word <&3; echo "heard $word"', true);
  const { line } = child;
  assert.ok(line);
  line.once('data', () => line.write('go\n'));
  assert.equal(await text(child.stdout), 'heard go\n');
  assert.equal((await child.exited).status, 0);
});

test('what nobody takes keeps no program from having ended', async () => {
  const child = await start('echo something; echo other >&2');
  assert.equal((await child.closed).status, 0);
});

test('a signal ends it and what it started', async () => {
  const child = await start('sleep 600 & echo on; wait');
  child.stdout.once('data', () => signalGroup(child, 'SIGKILL'));
  assert.deepEqual(await child.closed, { status: -1, signal: 'SIGKILL' });
});

test('a program that is not there can not be started', async () => {
  await assert.rejects(startApart({ program: 'no-such-program', args: [], env }), { message: 'ENOENT' });
  assert.equal(await text((await start('echo next')).stdout), 'next\n');
});

test('where the process that starts programs is killed they end, and the next one is started by another', async () => {
  const child = await start('echo $PPID; exec sleep 600');
  const first = await new Promise((resolve) => child.stdout.once('data', resolve));
  process.kill(Number(String(first)), 'SIGKILL');
  assert.equal((await child.exited).status, -1);
  assert.equal(await text((await start('echo next')).stdout), 'next\n');
});

test('a program, and what it starts, gets no more memory than it may have', async () => {
  const ask = async (memoryMaxBytes: number): Promise<unknown[]> => {
    const script = 'head -c 150000000 /dev/zero | tail -n 1 | wc -c';
    const child = await startApart({ program: 'sh', args: ['-c', script], env, memoryMaxBytes });
    return Promise.all([text(child.stdout), text(child.stderr)]);
  };
  assert.deepEqual(await ask(1_000_000_000), ['150000000\n', '']);
  const [counted, said] = await ask(64_000_000);
  assert.equal(counted, '0\n');
  assert.match(String(said), /memory/);
});
