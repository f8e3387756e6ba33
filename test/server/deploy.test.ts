// What deploy/ tells systemd and builders of containers is true of this program: commands, flags, settings, paths.
// Engine: SQLite alone; none of it is about the database.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { after, test } from 'node:test';
import { runCommandLine } from '../../src/commands/index.ts';
import { parseSetting, requireSettingName } from '../../src/settings/index.ts';
import { startApp } from '../support/harness.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'tepal-deploy-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const unit = read('tepal.service');
const image = read('Containerfile');

const valuesOf = (key: string): string[] =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

/** The JSON list after an instruction, which starts a line. */
function listOf(instruction: string): string[] {
  const found = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(image)?.[1];
  const list: unknown = JSON.parse(found ?? 'null');
  assert.ok(Array.isArray(list), instruction);
  return list.map(String);
}

/** A folder of something else. */
const foreign = join(scratch, 'foreign');
mkdirSync(foreign);
writeFileSync(join(foreign, 'notes.txt'), '');

/** Runs a command on a folder of something else: what is wrong with the arguments is told before that. */
async function refuseFolder(args: readonly string[]): Promise<void> {
  let errors = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      errors += String(chunk);
      done();
    },
  });
  const onFolder = args.map((arg, place) => (args[place - 1] === '--data' ? foreign : arg));
  const io = { input: Readable.from([]), output: sink, errors: sink, waitForStop: async () => {} };
  const added = onFolder.includes('--data') ? [] : ['--data', foreign];
  assert.equal(await runCommandLine([...onFolder, ...added], io), 1, errors);
  assert.match(errors, /there is no Tepal data folder/);
}

function checkEnvironment(pairs: readonly string[]): void {
  for (const pair of pairs) {
    const [name = '', value = ''] = pair.split('=');
    if (name === 'TEPAL_DATA' || name === 'NODE_ENV') continue;
    const setting = name.replace(/^TEPAL_/, '').toLowerCase();
    assert.ok(name.startsWith('TEPAL_'), name);
    assert.doesNotThrow(() => parseSetting(requireSettingName(setting), value), pair);
  }
}

test('the unit starts a command with flags that exist, and sets settings that exist', async () => {
  const [program = '', ...args] = (valuesOf('ExecStart')[0] ?? '').split(' ');
  assert.match(program, /\/tepal$/);
  await refuseFolder(args);
  assert.ok(valuesOf('Environment').length > 0);
  checkEnvironment(valuesOf('Environment'));
  assert.deepEqual(valuesOf('ExecReload'), ['/bin/kill -HUP $MAINPID']);
});

test('all that the unit makes the server write lies in its own folder', () => {
  const folder = /--data (\S+)/.exec(unit)?.[1] ?? '';
  assert.equal(folder, `/var/lib/${(valuesOf('StateDirectory')[0] ?? '').split(' ')[0]}`);
  const backups = valuesOf('Environment').find((pair) => pair.includes('BACKUP_PATH'));
  const made = (valuesOf('StateDirectory')[0] ?? '').split(' ').map((name) => `/var/lib/${name}`);
  assert.ok(made.includes(backups?.split('=')[1] ?? ''));
});

test('systemd understands the unit', (context) => {
  const file = join(scratch, 'tepal.service');
  // This machine need not have Tepal installed, nor its user.
  writeFileSync(file, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/sh'));
  const { error, status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  if (error !== undefined && process.env['TEPAL_REQUIRE_ALL'] !== '1') {
    context.skip('there is no systemd-analyze here');
    return;
  }
  assert.equal(status, 0, `${String(error)} ${stdout} ${stderr}`);
  assert.doesNotMatch(stderr, /tepal\.service/);
});

test('the image runs a command with flags that exist, as nobody special, on a volume', async () => {
  assert.deepEqual(listOf('ENTRYPOINT'), ['tepal']);
  await refuseFolder(listOf('CMD'));
  const pairs = (/^ENV (.*)$/m.exec(image)?.[1] ?? '').split(' ');
  checkEnvironment(pairs);
  const data = pairs.find((pair) => pair.startsWith('TEPAL_DATA='))?.split('=')[1] ?? '';
  assert.match(image, new RegExp(`^VOLUME ${data}$`, 'm'));
  assert.match(image, /^USER node$/m);
});

test('the image’s check of health tells a server that is ready from none', async () => {
  const app = await startApp();
  const [program, flag = '', code = ''] = listOf('    CMD');
  assert.equal(program, 'node');
  const { port } = new URL(app.base);
  const check = async (): Promise<number | null> => {
    const child = spawn(process.execPath, [flag, code.replace('8080', port)]);
    await once(child, 'close');
    return child.exitCode;
  };
  assert.equal(await check(), 0);
  await app.close();
  assert.equal(await check(), 1);
});
