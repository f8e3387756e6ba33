// Process: its own, because it changes the environment and takes long
// Tier: all. The command line as people and scripts meet it: child processes on folders of their own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createServer } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runCommandLine } from '../../src/commands/index.ts';
import { makeCertificate, nameOfCertificate } from '../support/certificates.ts';
import { programEnv, programPath } from '../support/program-env.ts';

// What this process was started with is no setting of the commands that run in it.
for (const name of Object.keys(process.env)) if (name.startsWith('TEPAL_')) delete process.env[name];

const root = join(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'tepal-command-line-'));
const running = new Set<ChildProcess>();

after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
});

interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

interface RunOptions {
  input?: string;
  env?: Record<string, string>;
  cwd?: string;
}

interface Process {
  child: ChildProcess;
  /** What it wrote so far. */
  output: { stdout: string; stderr: string };
  ended: Promise<Outcome>;
}

/** A program without this process's own TEPAL_ variables. */
function startProgram(program: string, args: readonly string[], { input, env, cwd }: RunOptions = {}): Process {
  const child = spawn(program, args, { cwd: cwd ?? scratch, env: { ...programEnv, ...env }, stdio: 'pipe' });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  child.stdin.on('error', () => undefined);
  if (input !== undefined) child.stdin.end(input);
  const ended = once(child, 'close').then(() => {
    running.delete(child);
    return { status: child.exitCode, ...output };
  });
  return { child, output, ended };
}

/** Runs one command: in this process where it needs no environment or folder of its own, because a new one takes most of a second. */
const tepal = (args: readonly string[], options: RunOptions = {}): Promise<Outcome> =>
  options.env === undefined && options.cwd === undefined
    ? runHere(args, options.input ?? '')
    : startProgram(process.execPath, [programPath, ...args], { input: '', ...options }).ended;

async function runHere(args: readonly string[], input: string): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const sink = (stream: 'stdout' | 'stderr'): Writable =>
    new Writable({
      write(chunk, _encoding, done) {
        written[stream] += String(chunk);
        done();
      },
    });
  const status = await runCommandLine(args, {
    input: Readable.from([Buffer.from(input)]),
    output: sink('stdout'),
    errors: sink('stderr'),
    waitForStop: () => new Promise(() => undefined),
  });
  return { status, ...written };
}

/** A program that hands its arguments and input to this process, which runs them as `tepal`. */
async function relayCommands(): Promise<{ command: string; close: () => void }> {
  const server = createHttpServer((request, response) => {
    const args: unknown = JSON.parse(decodeURIComponent(String(request.headers['x-arguments'])));
    assert.ok(Array.isArray(args));
    void text(request)
      .then((input) => runHere(args.map(String), input))
      .then(({ status, stdout, stderr }) => response.end(JSON.stringify({ status, output: stdout + stderr })));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const program = join(scratch, 'relay.mjs');
  writeFileSync(
    program,
    `import { readFileSync } from 'node:fs';
const headers = { 'x-arguments': encodeURIComponent(JSON.stringify(process.argv.slice(2))) };
const answer = await fetch('http://127.0.0.1:${address.port}', { method: 'POST', headers, body: readFileSync(0) });
const { status, output } = await answer.json();
process.stderr.write(output);
process.exitCode = status;
`,
  );
  return { command: `${process.execPath} ${program}`, close: () => void server.close() };
}

async function succeed(args: readonly string[], options?: RunOptions): Promise<string> {
  const { status, stdout, stderr } = await tepal(args, options);
  assert.equal(status, 0, `tepal ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** The match of `pattern` in what the process writes, once it is there. */
async function waitForText(started: Process, stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray> {
  const source = started.child[stream];
  for (;;) {
    const found = pattern.exec(started.output[stream]);
    if (found !== null) return found;
    const isOver = started.child.exitCode !== null || source === null || source.destroyed;
    assert.ok(!isOver, `no ${String(pattern)} in ${JSON.stringify(started.output)}`);
    await Promise.race([once(source, 'data'), once(source, 'close')]);
  }
}

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

function readRow(json: string): Row {
  const row: unknown = JSON.parse(json);
  assert.ok(isRow(row), json);
  return row;
}

/** What a command prints with --json. */
async function list(args: readonly string[]): Promise<Row[]> {
  const rows: unknown = JSON.parse(await succeed([...args, '--json']));
  assert.ok(Array.isArray(rows) && rows.every(isRow));
  return rows;
}

interface Server extends Process {
  url: string;
}

async function startServer(args: readonly string[], options?: RunOptions): Promise<Server> {
  const started = startProgram(process.execPath, [programPath, ...args, '--port', '0'], options);
  const [, url = ''] = await waitForText(started, 'stdout', /listens at (\S+)\/\n/);
  return { ...started, url };
}

async function stopServer({ child, ended }: Process, signal: NodeJS.Signals): Promise<Outcome> {
  child.kill(signal);
  return ended;
}

const waitForResponse = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => request.on('response', resolve).on('error', reject));

interface Answer {
  status: number | undefined;
  connection: string | undefined;
  body: string;
}

async function readBody(response: Promise<IncomingMessage>): Promise<Answer> {
  const message = await response;
  let body = '';
  for await (const chunk of message.setEncoding('utf8')) body += String(chunk);
  return { status: message.statusCode, connection: message.headers.connection, body };
}

const requestToken = (url: string, username: string, password: string): Promise<Response> =>
  fetch(`${url}/api/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });

async function occupyPort(): Promise<{ port: number; release: () => void }> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { port: address.port, release: () => holder.close() };
}

async function makeFolder(name: string): Promise<string> {
  const folder = join(scratch, name);
  await succeed(['init', '--data', folder, '--admin-password-stdin'], { input: 'correct horse\n' });
  return folder;
}

describe('help and wrong usage', () => {
  test('--version and --help answer on standard output', async () => {
    const { version } = readRow(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.equal(await succeed(['--version'], { env: {} }), `${String(version)}\n`);
    const help = await succeed(['--help']);
    assert.match(help, /^The server\n {2}serve .*\n {2}init /m);
    assert.match(help, /^ {2}user +accounts: add, set, list$/m);
    assert.match(help, /^ {2}backup, restore, verify /m);
    assert.match(await succeed(['user', '--help']), /^ {2}user add NAME\n {6}Create .*\n {2}user set NAME\n/s);
    const userAdd = await succeed(['user', 'add', '--help']);
    assert.match(userAdd, /^tepal user add NAME --email E \[--real-name\s+R\]/);
    assert.match(userAdd, /--data DIR/);
  });

  test('no page of help is wider than 80 columns, but for words that are', async () => {
    for (const args of [[], ['ldap'], ['svn-hook'], ['import'], ['project', 'add'], ['user', 'set']]) {
      const wide = (await succeed([...args, '--help'])).split('\n').filter((line) => line.length > 80);
      assert.deepEqual(
        wide.filter((line) => line.trim().includes(' ')),
        [],
        args.join(' '),
      );
    }
  });

  const wrongUses: [args: string[], message: RegExp][] = [
    [[], /a command is missing/],
    [['fly'], /there is no command "fly"\n\n"tepal --help" lists the commands\.\n$/],
    [['proyect', 'list'], /there is no command "proyect"; did you mean "project"\?/],
    [['user', 'lst'], /there is no command "user lst"; did you mean "user list"\?\n\n {2}user add/],
    [['user', 'fly'], /there is no command "user fly"\n\n {2}user add/],
    [['user', 'add', 'ann', '--email', 'a@example.org', '--fast'], /--fast/],
    [['user', 'add', 'ann'], /--email is missing\n\nUsage: tepal user add NAME/],
    [['user', 'add', '--email', 'a@example.org'], /NAME is missing/],
    [['user', 'list', 'ann'], /"ann" is one argument too many/],
    [['user', 'set', 'ann'], /no changes given/],
    [['user', 'set', 'ann', '--status', 'asleep'], /--status can't be "asleep"; use one of active, restricted/],
    [['project-field', 'add', 'X', '--type', 'text', '--description', 'D', '--rank', 'two'], /--rank can't be "two"/],
    [['serve', '--port', '70000'], /--port can't be "70000"/],
    [['serve', '--tls-cert', 'cert.pem'], /use --tls-cert and --tls-key together/],
    [['import', 'x', '--automap', 'no-email,create:A', '--user-map', 'm.csv'], /not both/],
  ];
  for (const [args, message] of wrongUses) {
    test(`tepal ${args.join(' ')}: status 2, told on standard error`, async () => {
      // The first in a process, which must hand on the status.
      const { status, stdout, stderr } = await tepal(args, args.length === 0 ? { env: {} } : {});
      assert.equal(status, 2);
      assert.equal(stdout, '');
      assert.match(stderr, message);
    });
  }
});

describe('init', () => {
  test('makes a folder with the first administrator and prints a random password once', async () => {
    const folder = join(scratch, 'init');
    const shown = await succeed(['init', '--admin', 'root', '--admin-email', 'r@example.org', '--data', folder]);
    assert.match(shown, /password of root, shown only once: \S{20}\n/);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    const local = readFileSync(join(folder, 'conf/local.inc'), 'utf8');
    assert.match(local, /^<\?php\n\$sys_keep_md5_hashed_password = 0;\n\$metrics_token = '[0-9a-f]{64}';\n$/);
    const token = await succeed(['config', 'get', 'metrics_token', '--show-secret', '--data', folder]);
    assert.ok(local.includes(`'${token.trim()}'`));
    const [admin] = await list(['user', 'list', '--data', folder]);
    assert.deepEqual(
      [admin?.id, admin?.username, admin?.email, admin?.real_name, admin?.site_admin],
      [101, 'root', 'r@example.org', 'Site Administrator', true],
    );
    const again = await tepal(['init', '--data', folder]);
    assert.deepEqual([again.status, again.stdout], [1, '']);
    assert.match(again.stderr, /^tepal: .* is already in use: it has the account "root"\n$/);
  });

  test('TEPAL_DATA names the folder, and other commands want one that exists', async () => {
    const folder = join(scratch, 'absent');
    const { status, stderr } = await tepal(['user', 'list'], { env: { TEPAL_DATA: folder } });
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`^tepal: there is no Tepal data folder at ${folder}; "tepal init .*\n$`));
    assert.equal(existsSync(folder), false);
  });
});

describe('accounts, rights and settings', () => {
  let folder = '';
  before(async () => {
    folder = await makeFolder('records');
  });
  const here = (...args: string[]): string[] => [...args, '--data', folder];

  test('user add, set and list', async () => {
    const added = await tepal(here('user', 'add', 'bob', '--email', 'b@example.org', '--password-stdin'), {
      input: 'bob\n',
    });
    assert.deepEqual([added.status, added.stdout], [0, 'user bob created with ID 102\n']);
    assert.match(added.stderr, /warning: this password is weak: it is shorter than 8 characters/);
    assert.match(await succeed(here('user', 'list')), / b@example\.org {4}bob$/m);
    await succeed(here('user', 'set', 'bob', '--status', 'restricted', '--site-admin', '--real-name', 'Bob\x1b[2J'));
    const table = await succeed(here('user', 'list'));
    assert.match(table, /^ID {3}USERNAME {2}STATUS {6}SITE ADMIN {2}EMAIL {12}REAL NAME/);
    assert.match(table, /^102 {2}bob {7}restricted {2}yes {9}b@example.org {4}Bob \[2J$/m);
    await succeed(here('user', 'set', 'bob', '--no-site-admin', '--ldap-id', 'b7'));
    const [, bob] = await list(here('user', 'list'));
    const known = [bob?.site_admin, bob?.ldap_id, bob?.status, bob?.last_sign_in];
    assert.deepEqual(known, [false, 'b7', 'restricted', null]);
    await succeed(here('user', 'set', 'bob', '--locale', 'fr_FR', '--timezone', 'Europe/Paris'));
    await succeed(here('user', 'set', 'bob', '--locale', ''));
    assert.match(await succeed(here('user', 'list', '--json')), /"locale": ?null,\s*"timezone": ?"Europe\/Paris"/);
  });

  test('doctor says what is wrong, and what to do', async () => {
    const folder = await makeFolder('patient');
    const doctor = ['doctor', '--json', '--data', folder];
    const stateOf = (output: string, what: string): string | undefined =>
      new RegExp(`"what": "${what}",\\s+"state": "(\\w+)"`).exec(output)?.[1];
    const healthy = await succeed(doctor);
    assert.equal(stateOf(healthy, 'work'), 'ok');
    assert.equal(stateOf(healthy, 'mail'), 'doubtful');
    await succeed(['config', 'set', 'mail_transport', 'smtp', '--data', folder]);
    await succeed(['config', 'set', 'mail_smtp_host', '127.0.0.1', '--data', folder]);
    await succeed(['config', 'set', 'mail_smtp_port', '1', '--data', folder]);
    chmodSync(folder, 0o755);
    const { status, stdout, stderr } = await tepal(doctor);
    assert.deepEqual([status, stderr], [1, 'tepal: 1 problem found\n']);
    assert.equal(stateOf(stdout, 'mail'), 'wrong');
    assert.equal(stateOf(stdout, 'data folder'), 'doubtful');
    assert.match(
      (await tepal(['doctor', '--data', folder])).stdout,
      /^doubtful {2}data folder {2}other accounts .*\n( {23}.*\n)* {23}-> chmod go=$/m,
    );
  });

  test('hashes of an older system are taken over, listed and erased', async () => {
    await succeed(here('user', 'add', 'mona', '--email', 'm@example.org'));
    const md5 = here('user', 'set', 'mona', '--md5-hash-stdin');
    const refused = await tepal(md5, { input: 'secret\n' });
    assert.deepEqual([refused.status, refused.stderr], [1, 'tepal: an MD5 hash has 32 hexadecimal digits\n']);
    await succeed(md5, { input: '5EBE2294ECD0E0F08EAB7690D2A6EE69\n' });
    const rows = await list(here('passwords', 'migrate'));
    assert.deepEqual(rows, [{ id: rows[0]?.id, username: 'mona', has_argon2id: false }]);
    const erased = await tepal(here('passwords', 'migrate', '--erase'));
    assert.deepEqual([erased.status, /1 MD5 hashes erased/.test(erased.stdout)], [0, true]);
    assert.match(erased.stderr, /users without a password, set new ones with "tepal user set": mona/);
    assert.deepEqual(await list(here('passwords', 'migrate')), []);
    const both = await tepal(here('user', 'set', 'mona', '--md5-hash-stdin', '--password-stdin'));
    assert.equal(both.status, 2);
  });

  const refusals: [args: string[], message: RegExp][] = [
    [['user', 'add', '1bob', '--email', 'b@example.org'], /"1bob" is not a valid user name/],
    [['user', 'add', 'Admin', '--email', 'b@example.org'], /"Admin" is already taken/],
    [['user', 'set', 'nobody', '--status', 'active'], /there is no user "nobody"/],
    [['user', 'set', 'admin', '--timezone', 'Mars/Olympus'], /"Mars\/Olympus" is not a time zone/],
    [['user', 'set', 'admin', '--locale', 'english'], /"english" is not a valid locale/],
    [['user', 'set', 'admin', '--no-site-admin'], /"admin" is the last active site administrator/],
    [['user', 'set', 'admin', '--password-stdin'], /there is no password on standard input/],
    [['project', 'set', 'nothing', '--template'], /there is no project "nothing"/],
    [['project', 'show', 'nothing'], /there is no project "nothing"/],
    [['project', 'add', 'x', '--label', 'Orchard', '--admin', 'admin'], /the shortname must have 3 to 30 characters/],
    [['project', 'add', 'orchard', '--label', 'Orchard', '--admin', 'nobody'], /there is no user "nobody"/],
    [
      ['project', 'add', 'orchard', '--label', 'Orchard', '--admin', 'admin', '--template', 'issues'],
      /there is no template "issues"/,
    ],
    [['project-category', 'add', 'Ruby', '--parent', '7'], /there is no category or value 7/],
    [['tracker', 'list', 'nothing'], /there is no project "nothing"/],
    [['group', 'list', 'nothing'], /there is no project "nothing"/],
    [['member', 'add', 'nothing', 'admin'], /there is no project "nothing"/],
    [['artifact', 'restore', '99999'], /there is no deleted artifact 99999/],
    [['tracker', 'set', 'nothing', 'bug', '--status', 'deleted'], /there is no tracker "bug" in "nothing"/],
    [['config', 'get', 'acces_mode'], /did you mean access_mode/],
    [['config', 'set', 'access_mode', 'closed'], /allowed: anonymous, regular or restricted/],
    [['config', 'set', 'log_level', 'loud'], /log_level can't be "loud"/],
    [['delegation', 'grant', 'everything', 'admin'], /"everything" is not a delegation; use one of .*user-membership/],
    [['import', '/nonexistent/archive'], /archive/],
    [['import', '/nonexistent/archive', '--user-map', '/nonexistent/map.csv'], /the user map can't be read/],
    [['import', join(root, 'samples/kanban'), '--open-fields', 'a.b,a.c'], /no field without .* a\.b, a\.c/],
    [['export', 'nothing', '/nonexistent/archive'], /\/nonexistent\/archive can't be written/],
    [['project', 'erase', 'nothing'], /there is no project "nothing"/],
  ];
  for (const [args, message] of refusals) {
    test(`tepal ${args.join(' ')}: status 1, one line on standard error`, async () => {
      const { status, stdout, stderr } = await tepal(here(...args));
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, message);
      assert.match(stderr, /^tepal: [^\n]+\n$/);
    });
  }

  test('delegations are granted, listed and revoked', async () => {
    await succeed(here('delegation', 'grant', 'user-management', 'admin'));
    assert.match(await succeed(here('delegation', 'list')), /^NAME +USERNAME\nuser-management +admin\n$/);
    await succeed(here('delegation', 'revoke', 'user-management', 'admin'));
    assert.equal(await succeed(here('delegation', 'list', '--json')), '[]\n');
  });

  test('groups are listed, members added and removed', async () => {
    await succeed(here('import', join(root, 'samples/kanban'), '--automap', 'no-email,create:A'));
    const groups = await list(here('group', 'list', 'harbor-kanban'));
    assert.deepEqual(
      groups.slice(0, 2).map(({ id, name }) => [id, name]),
      [
        ['101_3', 'project_members'],
        ['101_4', 'project_admins'],
      ],
    );
    const member = (change: string, ...more: string[]): string[] =>
      here('member', change, 'harbor-kanban', 'bob', ...more);
    assert.equal(await succeed(member('add')), 'bob is a member of harbor-kanban\n');
    assert.equal(await succeed(member('add', '--admin')), 'bob is an administrator of harbor-kanban\n');
    assert.equal(await succeed(member('add')), 'bob is a member of harbor-kanban\n');
    assert.equal(await succeed(member('remove', '--admin')), 'bob is no longer an administrator of harbor-kanban\n');
    assert.equal(await succeed(member('remove')), 'bob is no longer a member of harbor-kanban\n');
    const events = await list(here('audit', 'list', '--kind', 'members-changed'));
    assert.equal(events.length, 4);
    const last = await tepal(here('member', 'remove', 'harbor-kanban', 'ana'));
    assert.deepEqual([last.status, last.stdout], [1, '']);
    assert.match(last.stderr, /^tepal: .*needs at least one administrator; add another one first\n$/);
  });

  test('config list, get, set and explain know live settings from others, and the environment', async () => {
    assert.equal(await succeed(here('config', 'set', 'access_mode', 'regular')), 'access_mode is set\n');
    assert.equal(await succeed(here('config', 'get', 'access_mode')), 'regular\n');
    assert.match(await succeed(here('config', 'set', 'log_level', 'warn')), /restart the server to apply it/);
    const local = readFileSync(join(folder, 'conf/local.inc'), 'utf8');
    assert.match(local, /\$access_mode = 'regular';\n\$log_level = 'warn';\n/);
    const overridden = await tepal(here('config', 'set', 'access_mode', 'anonymous'), {
      env: { TEPAL_ACCESS_MODE: 'restricted', TEPAL_ACCES_MODE: 'x' },
    });
    assert.equal(overridden.status, 0);
    assert.match(overridden.stderr, /TEPAL_ACCES_MODE names no setting/);
    assert.match(overridden.stderr, /TEPAL_ACCESS_MODE is set and overrides this value/);
    const sources = new Map((await list(here('config', 'list'))).map((row) => [row.name, row.source]));
    const known = ['access_mode', 'log_level', 'session_lifetime'].map((name) => sources.get(name));
    assert.deepEqual(known, ['file', 'file', 'default']);
    assert.match(await succeed(here('config', 'list')), /^access_mode +anonymous +file +yes +anonymous$/m);
    const explained = await succeed(here('config', 'explain', 'access_mode'));
    assert.match(explained, /^access_mode: Who can read public content/);
    assert.match(explained, /^from +.*conf\/local\.inc:\d+$/m);
    assert.match(explained, /^allowed +anonymous, regular or restricted$/m);
    assert.match(explained, /^variable +TEPAL_ACCESS_MODE$/m);
  });

  test('what stands in the files without a use is a note of config list alone', async () => {
    const old = await makeFolder('php-installation');
    writeFileSync(join(old, 'conf/local.inc'), "<?php\n$sys_dbhost = 'localhost';\n$sys_urlroot = '/usr/share/x';\n");
    const listed = await tepal(['config', 'list', '--data', old]);
    assert.match(listed.stderr, /^tepal: note: .*local\.inc: Tepal has no use for \$sys_dbhost, \$sys_urlroot/);
    assert.equal((await tepal(['config', 'get', 'access_mode', '--data', old])).stderr, '');
  });

  test('a secret is shown to whoever asks for it by name and flag', async () => {
    await succeed(here('config', 'set', 'attachments_s3_secret_key', '-'), { input: 'hunter2\n' });
    const commands = [
      ['config', 'list'],
      ['config', 'list', '--json'],
      ['config', 'get', 'attachments_s3_secret_key'],
    ];
    for (const command of [...commands, ['config', 'explain', 'attachments_s3_secret_key']]) {
      assert.doesNotMatch(await succeed(here(...command)), /hunter2/);
      assert.match(await succeed(here(...command, '--show-secret')), /hunter2/);
    }
    await succeed(here('config', 'set', 'attachments_s3_secret_key', ''));
  });

  test('a setting that is read at the start can be set before there is a database', async () => {
    const bare = join(scratch, 'bare');
    const set = ['config', 'set', 'database_pool_size', '4', '--data', bare];
    assert.match((await tepal(set)).stderr, /^tepal: there is no folder .*bare; "tepal init --data /);
    mkdirSync(bare);
    await succeed(set);
    assert.equal(readFileSync(join(bare, 'conf/local.inc'), 'utf8'), '<?php\n$database_pool_size = 4;\n');
  });

  test('a bad setting in a file stops a command with file and line', async () => {
    const bad = await makeFolder('bad-setting');
    writeFileSync(join(bad, 'conf/local.inc'), '<?php\n$access_mode = 7;\n');
    const { status, stderr } = await tepal(['project', 'list', '--data', bad]);
    assert.equal(status, 1);
    assert.match(stderr, /^tepal: .*local\.inc:2: the value of access_mode can't be "7".*\n$/);
  });
});

describe('projects and trackers', () => {
  test('an archive is imported, listed and changed', async () => {
    const folder = await makeFolder('projects');
    const here = (...args: string[]): string[] => [...args, '--data', folder];
    const archive = join(root, 'samples/kanban');
    const refused = await tepal(here('import', archive));
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /user `ana`: .*needs create/);
    assert.deepEqual(await list(here('project', 'list')), []);
    const report = join(scratch, 'import-report.json');
    const order = here('import', archive, '--automap', 'no-email,create:S', '--report', report);
    assert.match(await succeed(order), /^project harbor-kanban imported with ID 101\b/);
    const path = 'project/trackers/tracker/artifacts/artifact';
    const row = { path, count: 12, outcome: 'stored', note: 'artifact with a new id' };
    assert.ok(readFileSync(report, 'utf8').includes(JSON.stringify(row)));
    assert.match((await tepal(order)).stderr, /can't create the report .*import-report\.json/);
    assert.match(await succeed(here('user', 'list')), /^102 +ana +suspended /m);
    await succeed(
      here('project', 'set', 'harbor-kanban', '--access', 'private', '--template', '--status', 'suspended'),
    );
    const shown = await succeed(here('project', 'show', 'harbor-kanban'));
    assert.match(shown, /^members {9}none\ntrackers {8}requests\ngit {13}none\n/m);
    const [project] = await list(here('project', 'list'));
    assert.deepEqual([project?.access, project?.template, project?.status], ['private', true, 'suspended']);
    const [tracker] = await list(here('tracker', 'list', 'harbor-kanban'));
    assert.equal(tracker?.status, 'active');
    await succeed(here('tracker', 'set', 'harbor-kanban', String(tracker.shortname), '--status', 'deleted'));
    assert.match(await succeed(here('tracker', 'list', 'harbor-kanban')), / deleted /);
    const field = ['--type', 'line', '--description', 'D', '--rank', '2', '--required'];
    assert.equal(
      await succeed(here('project-field', 'add', 'Test field', ...field)),
      'project field "Test field" created with ID 1\n',
    );
    const add = ['project', 'add', 'orchard', '--label', 'Orchard', '--admin', 'ana', '--template', 'harbor-kanban'];
    assert.match(await succeed(here(...add)), /^project orchard created with ID 102\n$/);
    await succeed(here('project', 'set', 'orchard', '--label', 'The orchard'));
    await succeed(here('member', 'add', 'orchard', 'admin'));
    assert.match(await succeed(here('project', 'show', 'orchard')), /^members +admin\n/m);
    const [, orchard] = await list(here('project', 'list'));
    assert.deepEqual(
      [orchard?.shortname, orchard?.name, orchard?.status, orchard?.access],
      ['orchard', 'The orchard', 'active', 'private'],
    );
    assert.equal(
      await succeed(here('project-category', 'add', 'Language', '--mandatory')),
      'category "Language" created with ID 1\n',
    );
    await succeed(here('project-category', 'add', 'Ruby', '--parent', '1'));
    const again = await tepal(here('project-category', 'add', 'Ruby', '--parent', '1'));
    assert.deepEqual([again.status, again.stderr], [1, 'tepal: there is already a category "Ruby"\n']);
    assert.deepEqual(await list(here('project-category', 'list')), [
      { id: 1, parent: null, mandatory: true, name: 'Language' },
      { id: 2, parent: 1, mandatory: false, name: 'Ruby' },
    ]);
    const twice = await tepal(here('import', archive, '--automap', 'no-email,create:A'));
    assert.equal(twice.status, 1);
    assert.match(twice.stderr, /"harbor-kanban" is already taken/);
  });

  test('a project is exported, erased, and comes back from its archive', async () => {
    const folder = await makeFolder('exports');
    const here = (...args: string[]): string[] => [...args, '--data', folder];
    const target = (name: string): string => join(scratch, name);
    await succeed(here('import', join(root, 'samples/kanban'), '--automap', 'no-email,create:A'));
    const exported = await succeed(here('export', 'harbor-kanban', target('harbor')));
    assert.match(exported, /^project harbor-kanban exported to harbor\n1 tracker, 12 artifacts, \d+ changesets, 0 /);
    assert.ok(existsSync(target('harbor/project.xml')));
    const again = await tepal(here('export', 'harbor-kanban', target('harbor')));
    assert.deepEqual([again.status, again.stdout], [1, '']);
    assert.match(again.stderr, /^tepal: .*harbor already exists/);
    const backups = target('backups');
    mkdirSync(backups);
    await succeed(here('config', 'set', 'sys_project_backup_path', backups));
    const living = await tepal(here('project', 'erase', 'harbor-kanban'));
    assert.equal(living.status, 1);
    assert.match(living.stderr, /"harbor-kanban" is active/);
    await succeed(here('project', 'set', 'harbor-kanban', '--status', 'deleted'));
    const erased = await succeed(here('project', 'erase', 'harbor-kanban'));
    const [, archive = ''] = /its archive is (.+\.zip)\n$/.exec(erased) ?? [];
    assert.deepEqual(await list(here('project', 'list')), []);
    assert.match(await succeed(here('import', archive)), /^project harbor-kanban imported with ID 102\n0 new users/);
  });

  const prepare = join(root, '../shared/conformance/prepare.mjs');
  const skip = existsSync(prepare) ? false : 'the conformance suite is not beside the project';
  test('the conformance suite builds its state', { skip }, async () => {
    const { command, close } = await relayCommands();
    const args = [prepare, '--data', join(scratch, 'conformance'), '--tepal', command];
    const { status, stdout } = await startProgram(process.execPath, args).ended;
    close();
    assert.equal(stdout, 'ready\n');
    assert.equal(status, 0);
  });
});

describe('serve', () => {
  test('makes the database of a folder that is absent, tells a code, and makes none where something else lies', async () => {
    const empty = join(scratch, 'parent', 'absent');
    const server = await startServer(['serve', '--data', empty]);
    assert.equal(statSync(empty).mode & 0o077, 0);
    const [, code] = /open \/first-start in a browser and enter this code: (\S+)\n/.exec(server.output.stdout) ?? [];
    const facts = { username: 'ada', real_name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
    const made = await fetch(`${server.url}/api/first_start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...facts, code, allow_plain_http: true }),
    });
    assert.equal(made.status, 201, await made.text());
    await stopServer(server, 'SIGINT');
    const again = await startServer(['serve', '--data', empty]);
    assert.doesNotMatch(again.output.stdout, /first-start/);
    await stopServer(again, 'SIGINT');
    rmSync(join(empty, 'tepal.sqlite'));
    const refused = await tepal(['serve', '--data', empty, '--port', '0']);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /there is no Tepal data folder/);
  });

  let folder = '';
  before(async () => {
    folder = await makeFolder('serve');
  });

  test('refuses plain HTTP with a hint, and takes changes of other processes at once', async () => {
    const server = await startServer(['serve', '--data', folder]);
    await waitForText(server, 'stderr', /plain HTTP requests are rejected/);
    assert.equal((await fetch(`${server.url}/api/version`)).status, 403);
    await succeed(['config', 'set', 'sys_rest_api_over_http', '1', '--data', folder]);
    assert.equal((await fetch(`${server.url}/api/version`)).status, 200);
    assert.equal((await requestToken(server.url, 'admin', 'correct horse')).status, 200);
    await succeed(['user', 'set', 'admin', '--password-stdin', '--data', folder], { input: 'another horse\r\nx\n' });
    assert.equal((await requestToken(server.url, 'admin', 'another horse')).status, 200);
    assert.equal((await requestToken(server.url, 'admin', 'correct horse')).status, 401);
    const { status, stderr } = await stopServer(server, 'SIGINT');
    assert.equal(status, 0);
    assert.match(stderr, /^Stopping; requests under way are finished first\.$/m);
  });

  test('takes up live settings and a new certificate that are written into the files, and keeps the former on a mistake', async () => {
    const own = await makeFolder('following');
    const file = join(own, 'conf/local.inc');
    const pair = { cert: join(own, 'cert.pem'), key: join(own, 'key.pem') };
    const certificates = await Promise.all(['first', 'second'].map((name) => makeCertificate(name)));
    const put = ({ cert, key }: { cert: string; key: string }): void => {
      writeFileSync(pair.cert, cert);
      writeFileSync(pair.key, key);
    };
    const [first, second] = certificates;
    assert.ok(first !== undefined && second !== undefined);
    put(first);
    await succeed(['config', 'set', 'tls_certificate_file', pair.cert, '--data', own]);
    await succeed(['config', 'set', 'tls_key_file', pair.key, '--data', own]);
    const free = await occupyPort();
    free.release();
    await succeed(['config', 'set', 'http_redirect_port', String(free.port), '--data', own]);
    const server = await startServer(['serve', '--data', own], { env: { TEPAL_LOG_LEVEL: 'info' } });
    const { port } = new URL(server.url);
    assert.equal(await nameOfCertificate(port), 'first');
    const redirected = await fetch(`http://127.0.0.1:${free.port}/api/explorer/`, { redirect: 'manual' });
    assert.deepEqual([redirected.status, redirected.headers.get('location')], [308, 'https://localhost/api/explorer/']);

    writeFileSync(pair.cert, second.cert);
    await waitForText(server, 'stderr', /key values mismatch.*the new certificate is not valid/);
    assert.equal(await nameOfCertificate(port), 'first');
    writeFileSync(pair.key, second.key);
    await waitForText(server, 'stderr', /new connections use the new certificate/);
    assert.equal(await nameOfCertificate(port), 'second');

    const before = readFileSync(file, 'utf8');
    writeFileSync(file, `${before}$access_mode = 'open';\n`);
    await waitForText(server, 'stderr', /access_mode can't be.*the settings stay unchanged/);
    writeFileSync(file, `${before}$access_mode = 'regular';\n$header_timeout = 7;\n`);
    server.child.kill('SIGHUP');
    await waitForText(server, 'stderr', /"settings":\["header_timeout"\].*need a restart/);
    const request = httpsRequest(`${server.url}/api/projects`, { rejectUnauthorized: false, agent: false }).end();
    assert.equal((await readBody(waitForResponse(request))).status, 401);
    assert.equal((await stopServer(server, 'SIGTERM')).status, 0);
  });

  test('several workers answer on one port, and one that dies is replaced', async () => {
    await succeed(['config', 'set', 'sys_rest_api_over_http', '1', '--data', folder]);
    const server = await startServer(['serve', '--workers', '2', '--data', folder], {
      env: { TEPAL_LOG_LEVEL: 'info' },
    });
    const listening = /"pid":(\d+).*Server listening/g;
    const workersOf = (text: string): number[] => [...text.matchAll(listening)].map(([, pid]) => Number(pid));
    const { input } = await waitForText(server, 'stderr', /(?:"pid":\d+.*Server listening[^]*){2}/);
    const [first = 0, second = 0] = workersOf(input);
    assert.notEqual(first, second);
    process.kill(first, 'SIGKILL');
    await waitForText(server, 'stderr', new RegExp(`the worker ${first} ended with SIGKILL`));
    await waitForText(server, 'stderr', /(?:"pid":\d+.*Server listening[^]*){3}/);
    server.child.kill('SIGHUP');
    assert.equal((await fetch(`${server.url}/api/version`)).status, 200);
    const { status, stderr } = await stopServer(server, 'SIGTERM');
    assert.equal(status, 0, stderr);
  });

  test('a stop signal lets the request under way finish', async () => {
    await succeed(['config', 'set', 'sys_rest_api_over_http', '1', '--data', folder]);
    await succeed(['user', 'set', 'admin', '--password-stdin', '--data', folder], { input: 'slow but sure\n' });
    const server = await startServer(['serve', '--data', folder]);
    const body = JSON.stringify({ username: 'admin', password: 'slow but sure' });
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
      connection: 'keep-alive',
    };
    const request = httpRequest(`${server.url}/api/tokens`, { method: 'POST', headers });
    const response = waitForResponse(request);
    request.flushHeaders();
    await once(request, 'continue');
    server.child.kill('SIGTERM');
    await waitForText(server, 'stderr', /^Stopping/m);
    request.end(body);
    const answer = await readBody(response);
    assert.equal(answer.status, 200, answer.body);
    assert.equal(answer.connection, 'close', 'or the client would keep the server from stopping');
    assert.equal((await server.ended).status, 0);
  });

  test('speaks TLS with the files it is given', async () => {
    const [cert, key] = ['cert', 'key'].map((part) => join(import.meta.dirname, `../fixtures/tls-test-${part}.pem`));
    assert.ok(cert !== undefined && key !== undefined);
    const server = await startServer(['serve', '--data', folder, '--tls-cert', cert, '--tls-key', key]);
    assert.match(server.url, /^https:/);
    const request = httpsRequest(`${server.url}/api/version`, { ca: readFileSync(cert), agent: false }).end();
    assert.equal((await readBody(waitForResponse(request))).status, 200);
    const { status, stderr } = await stopServer(server, 'SIGTERM');
    assert.equal(status, 0);
    assert.doesNotMatch(stderr, /plain HTTP/);
  });

  test('what keeps it from listening is one line', async () => {
    const { port, release } = await occupyPort();
    const taken = await tepal(['serve', '--data', folder, '--port', String(port)]);
    release();
    assert.equal(taken.status, 1);
    assert.match(
      taken.stderr,
      new RegExp(`^tepal: port ${port} of 127.0.0.1 is in use; try another one: --port \\d+$`, 'm'),
    );
    const foreign = await tepal(['serve', '--data', folder, '--host', '192.0.2.1']);
    assert.equal(foreign.status, 1);
    assert.match(foreign.stderr, /this machine has no address "192.0.2.1"$/m);
    const noKey = await tepal(['serve', '--data', folder, '--tls-cert', programPath, '--tls-key', programPath]);
    assert.equal(noKey.status, 1);
    assert.match(noKey.stderr, /^tepal: TLS can't use the certificate .*\n$/);
    for (const [variable, value, says] of [
      ['TEPAL_TLS_KEY_FILE', '/key.pem', /^tepal: set both tls_certificate_file and tls_key_file/],
      ['TEPAL_HTTP_REDIRECT_PORT', '8081', /^tepal: http_redirect_port needs HTTPS/],
    ] as const) {
      const refused = await tepal(['serve', '--data', folder], { env: { [variable]: value } });
      assert.equal(refused.status, 1);
      assert.match(refused.stderr, says);
    }
  });
});

describe('evaluate', () => {
  test('starts on sample projects with commands that work as printed; the next start only serves them', async () => {
    const folder = join(scratch, 'evaluate');
    const first = await startServer(['evaluate', '--data', folder]);
    await waitForText(first, 'stdout', /Ctrl-C stops it/);
    const { stdout } = first.output;
    assert.match(stdout, /sys_rest_api_over_http = 1/);
    assert.match(stdout, /^Site administrator: admin, password \S{20} /m);
    assert.ok(stdout.includes(`API explorer: ${first.url}/api/explorer/\n`));
    const lines = stdout.split('\n').filter((line) => /^(?:TOKEN=\$\()?curl /.test(line));
    assert.equal(lines.length, 3);
    const shell = await startProgram('sh', ['-c', `${lines.join(' && echo && ')}`]).ended;
    assert.equal(shell.status, 0, shell.stderr);
    const [, read = '', created = ''] = shell.stdout.split('\n');
    assert.partialDeepStrictEqual(readRow(read), { id: 17, tracker: { id: 4 } });
    const artifact = readRow(created);
    assert.partialDeepStrictEqual(artifact, { tracker: { id: 4 } }, created);
    assert.equal((await stopServer(first, 'SIGINT')).status, 0);
    const settings = statSync(join(folder, 'conf/local.inc')).mtimeMs;
    const second = await startServer(['evaluate', '--data', folder]);
    await waitForText(second, 'stdout', /Ctrl-C stops it/);
    assert.doesNotMatch(Object.values(second.output).join(), /Site administrator|loaded|sys_rest_api_over_http/);
    assert.equal(statSync(join(folder, 'conf/local.inc')).mtimeMs, settings);
    assert.equal((await fetch(`${second.url}/api/artifacts/${String(artifact.id)}`)).status, 200, 'it is still there');
    assert.equal((await stopServer(second, 'SIGTERM')).status, 0);
    const names = (await list(['project', 'list', '--data', folder])).map((project) => project.shortname);
    assert.deepEqual(names, ['meadow-scrum', 'harbor-kanban']);
  });

  test('goes on where an interrupted first start ended', async () => {
    const folder = await makeFolder('interrupted');
    writeFileSync(join(folder, 'evaluation-unfinished'), '');
    await succeed(['config', 'set', 'sys_rest_api_over_http', '1', '--data', folder]);
    const server = await startServer(['evaluate', '--data', folder]);
    assert.doesNotMatch(server.output.stdout, /Site administrator/);
    assert.equal((await requestToken(server.url, 'ana', 'welcome-ana')).status, 200);
    assert.equal(existsSync(join(folder, 'evaluation-unfinished')), false);
    assert.equal((await stopServer(server, 'SIGTERM')).status, 0);
  });

  test('serves a folder of tepal init as it is; a port that is taken names the way out', async () => {
    const folder = await makeFolder('own');
    const server = await startServer(['evaluate', '--data', folder]);
    await waitForText(server, 'stdout', /Ctrl-C stops it/);
    assert.doesNotMatch(server.output.stdout, /curl|welcome-ana/);
    assert.match(server.output.stderr, /plain HTTP requests are rejected/);
    const port = Number(new URL(server.url).port);
    const taken = await tepal(['evaluate', '--data', folder, '--port', `${port}`]);
    assert.equal(taken.status, 1);
    assert.ok(taken.stderr.includes(`npm start -- --port ${port + 1}\n`), taken.stderr);
    assert.equal((await stopServer(server, 'SIGTERM')).status, 0);
  });
});
