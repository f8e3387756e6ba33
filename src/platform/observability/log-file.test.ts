import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { openLogFile } from './log-file.ts';
import type { LogFile } from './log-file.ts';
import { createLogger } from './logger.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** A Wednesday. */
const startMs = Date.UTC(2026, 10, 18, 12);

interface World {
  folder: string;
  path: string;
  time: { atMs: number };
  open(isRotated?: boolean): LogFile;
  read(suffix?: string): string | undefined;
}

function createWorld(context: TestContext): World {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-log-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'log', 'tepal.log');
  const time = { atMs: startMs };
  return {
    folder: join(folder, 'log'),
    path,
    time,
    open(isRotated = true) {
      const file = openLogFile({ path, isRotated, clock: { nowMs: () => time.atMs }, timeZone: 'Europe/Berlin' });
      context.after(() => file.close());
      return file;
    },
    read: (suffix = '') => (existsSync(path + suffix) ? readFileSync(path + suffix, 'utf8') : undefined),
  };
}

const line = (text: string, atMs: number): string => `${JSON.stringify({ level: 30, time: atMs, msg: text })}\n`;

test('weeks go to .1 and on, four of them stay, and names are numbers', (context) => {
  const { folder, time, open, read } = createWorld(context);
  const file = open();
  const weeks: string[] = [];
  for (let week = 0; week < 7; week += 1) {
    const text = line(`week ${week}`, time.atMs);
    weeks.unshift(text);
    file.write(text);
    for (let day = 0; day < 7; day += 1) {
      file.tend();
      time.atMs += dayMs;
    }
    file.tend();
  }
  file.write(line('last', time.atMs));
  assert.deepEqual(readdirSync(folder).sort(), ['tepal.log', ...[1, 2, 3, 4].map((number) => `tepal.log.${number}`)]);
  assert.deepEqual(
    ['.1', '.2', '.3', '.4'].map((suffix) => read(suffix)),
    weeks.slice(0, 4),
  );
});

test('a week begins on Monday at midnight, in the time of the server', (context) => {
  const { time, open, read } = createWorld(context);
  const file = open();
  file.write(line('old', time.atMs));
  time.atMs = Date.UTC(2026, 10, 22, 22, 59);
  file.tend();
  assert.equal(read('.1'), undefined);
  time.atMs = Date.UTC(2026, 10, 22, 23, 0);
  file.tend();
  assert.equal(read('.1'), line('old', startMs));
  assert.equal(read(), '');
});

test('a server that was down when the week began rotates at its start, one that restarts within it does not', (context) => {
  const { time, open, read } = createWorld(context);
  open().write(line('old', time.atMs));
  open().write(line('same week', time.atMs));
  assert.equal(read('.1'), undefined);
  time.atMs += 20 * dayMs;
  open().write(line('new', time.atMs));
  assert.equal(read('.1'), line('old', startMs) + line('same week', startMs));
  assert.equal(read(), line('new', time.atMs));
});

test('a line that was late for its week does not make a week of its own', (context) => {
  const { time, open, read } = createWorld(context);
  const mondayMs = Date.UTC(2026, 10, 22, 23, 0);
  time.atMs = mondayMs;
  const file = open();
  file.write(line('late', mondayMs - 1000));
  file.tend();
  assert.equal(read('.1'), undefined);
});

test('processes that write one file rotate it once, and all go on in the new one', (context) => {
  const { time, open, read } = createWorld(context);
  const files = [open(), open(), open()];
  for (const file of files) file.write(line('old', time.atMs));
  time.atMs += 7 * dayMs;
  for (const file of files) file.tend();
  for (const file of files) file.write(line('new', time.atMs));
  assert.equal(read('.1'), line('old', startMs).repeat(3));
  assert.equal(read(), line('new', time.atMs).repeat(3));
  assert.equal(read('.2'), undefined);
  assert.equal(read('.rotating'), undefined);
});

test('what another process has begun to rotate is left to it, for a minute', (context) => {
  const { path, time, open, read } = createWorld(context);
  const file = open();
  file.write(line('old', time.atMs));
  time.atMs += 7 * dayMs;
  writeFileSync(`${path}.rotating`, '');
  file.tend();
  assert.equal(read('.1'), undefined);
  rmSync(`${path}.rotating`);
  file.tend();
  assert.equal(read('.1'), line('old', startMs));
});

test('without rotation of its own it only follows that of others', (context) => {
  const { path, time, open, read } = createWorld(context);
  const file = open(false);
  file.write(line('old', time.atMs));
  time.atMs += 30 * dayMs;
  file.tend();
  assert.equal(read(), line('old', startMs));
  renameSync(path, `${path}.1`);
  file.write(line('still old', time.atMs));
  file.reopen();
  file.write(line('new', time.atMs));
  assert.equal(read('.1'), line('old', startMs) + line('still old', time.atMs));
  assert.equal(read(), line('new', time.atMs));
  renameSync(path, `${path}.2`);
  file.tend();
  file.write(line('noticed', time.atMs));
  assert.equal(read(), line('noticed', time.atMs));
});

test('only the owner and the group may read it', (context) => {
  const { path, folder, open } = createWorld(context);
  open();
  assert.equal(statSync(path).mode & 0o027, 0);
  assert.equal(statSync(folder).mode & 0o027, 0);
});

test('a disk that refuses stops nobody, and is told on standard error', async (context) => {
  const { folder } = createWorld(context);
  const program = `
    import { openLogFile } from ${JSON.stringify(join(import.meta.dirname, 'log-file.ts'))};
    const file = openLogFile({ path: '/dev/full', isRotated: false, clock: { nowMs: () => 0 } });
    file.write('a\\n');
    file.write('b\\n');
    process.stdout.write('goes on');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: join(folder, '..') });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  await once(child, 'close');
  assert.equal(output.stdout, 'goes on');
  assert.match(output.stderr, /\/dev\/full can't be written \(1 times\): Error: ENOSPC/);
});

test('many processes at once never mix their lines', async (context) => {
  const { path, folder, open } = createWorld(context);
  open();
  const program = `
    import { openLogFile } from ${JSON.stringify(join(import.meta.dirname, 'log-file.ts'))};
    const file = openLogFile({ path: process.argv[1], isRotated: true, clock: { nowMs: () => ${startMs} } });
    for (let number = 0; number < 500; number += 1) {
      file.write(JSON.stringify({ time: ${startMs}, number, text: 'x'.repeat(3000) }) + '\\n');
    }
    file.close();
  `;
  const children = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', program, path], { cwd: folder, stdio: 'inherit' }),
  );
  await Promise.all(children.map((child) => once(child, 'close')));
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  assert.equal(lines.length, 1500);
  for (const one of lines) assert.match(one, new RegExp(`^{"time":${startMs},"number":\\d+,"text":"x{3000}"}$`));
});

test('lines of a logger are JSON with their time first enough to be found', (context) => {
  const { open, read, path } = createWorld(context);
  const logger = createLogger('info', open());
  logger.info({ some: 'fact' }, 'hello');
  const [written = ''] = (read() ?? '').split('\n');
  assert.partialDeepStrictEqual(JSON.parse(written), { name: 'tepal', level: 30, some: 'fact', msg: 'hello' });
  assert.match(written.slice(0, 1000), /"time":\d+/);
  assert.ok(existsSync(path));
});
