// `npm run check:package`: installs Tepal by the very line of README.md into an empty prefix, with the Node.js and npm that are on
// the path and with the newest npm of the registry, and uses it there: `tepal --version`, `tepal init`, `tepal serve`, one request, a
// clean stop. Then the packed file with --prefix, with --ignore-scripts, and with each Node.js and npm that it promises to be
// installed with; these are left out with --quick.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodePackage } from '../bin/bundled-node.mjs';
import { ensureInstalled, pinnedNode, root } from './install.mjs';

const startTimeoutMs = 30_000;
const stopTimeoutMs = 10_000;

/** Standard output of a program that must succeed. */
function capture(command, args, options) {
  const result = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });
  if (result.error) throw result.error;
  assert.equal(result.status, 0, `${[command, ...args].join(' ')} ended with status ${result.status}`);
  return result.stdout;
}

/** How this machine reaches a registry, which any user's environment may say. */
const network = /^(NODE_EXTRA_CA_CERTS|npm_config_(registry|cafile|ca|proxy|https?_?proxy|noproxy))$/i;

/** The environment of a user outside the project: nothing of npm's variables of the run that started us but for that. */
function userEnv() {
  const kept = Object.entries(process.env).filter(
    ([name]) => network.test(name) || !/^(npm_|INIT_CWD$|NODE_|NODE$)/i.test(name),
  );
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: path.join(':') };
}

/** The one line by which README and guides say that Tepal is installed. */
function readInstallLine() {
  const guides = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name));
  const found = ['README.md', ...guides].flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/^npm install .*$/gm)].map(([line]) => ({ name, line })),
  );
  for (const name of ['README.md', 'docs/administration.md'])
    assert.ok(
      found.some((one) => one.name === name),
      `${name} does not say how Tepal is installed`,
    );
  const lines = new Set(found.map(({ line }) => line.replace(/ +#.*/, '')));
  assert.equal(lines.size, 1, `there are several lines that install: ${[...lines].join(' | ')}`);
  return [...lines][0];
}

/** What reads like a failure although Tepal works. */
const alarming = /EBADENGINE|install-scripts|allow-scripts|npm error/i;

/** Runs the line in the checkout, as whoever reads it does, but for the folder that packages go to. */
function install(line, prefix, env) {
  const before = new Set(readdirSync(root));
  try {
    const run = spawnSync('sh', ['-c', line], {
      cwd: root,
      env: { ...env, npm_config_prefix: prefix },
      encoding: 'utf8',
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    process.stderr.write(run.stderr);
    assert.equal(run.status, 0, `${line} ended with status ${run.status}`);
    assert.doesNotMatch(run.stderr, alarming);
  } finally {
    for (const name of readdirSync(root))
      if (name.endsWith('.tgz') && !before.has(name)) rmSync(join(root, name), { force: true });
  }
}

function checkFiles(folder) {
  for (const needed of ['LICENSE', 'bin/tepal.mjs', 'dist/main.js', 'sbom.cdx.json'])
    assert.ok(existsSync(join(folder, needed)), `${needed} is not packed`);
  const names = readdirSync(folder, { recursive: true }).filter((name) => !name.startsWith('node_modules'));
  /** Sources, but for those that people are shown. */
  const isSource = (name) => name.endsWith('.ts') && !name.endsWith('.d.ts') && !name.startsWith('samples/');
  const stray = names.filter((name) => /\.test\.|^(src|test|scripts|data)\//.test(name) || isSource(name));
  assert.deepEqual(stray, [], 'files that do not belong in the package');
  const modules = readdirSync(join(folder, 'node_modules'));
  for (const name of ['typescript', 'find-my-way']) assert.ok(!modules.includes(name), `${name} stays out`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks until the server answers; the status does not matter here, an HTTP answer does. */
async function firstAnswer(url, server) {
  const endMs = performance.now() + startTimeoutMs;
  for (;;) {
    assert.equal(server.exitCode, null, `tepal serve ended early with status ${server.exitCode}`);
    try {
      return await fetch(url, { redirect: 'manual' });
    } catch (error) {
      if (performance.now() > endMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function serveOnce(tepal, options, data) {
  const port = await freePort();
  const server = spawn(tepal, ['serve', '--data', data, '--port', String(port)], {
    ...options,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    const answer = await firstAnswer(`http://127.0.0.1:${port}/api/version`, server);
    const body = await answer.text();
    process.stdout.write(`GET /api/version: ${answer.status} ${body}\n`);
    // Plain HTTP is refused by default (403 with an error body); both answers show that the service is up.
    assert.ok(answer.status === 200 || answer.status === 403, `status ${answer.status}`);
    JSON.parse(body);
  } finally {
    server.kill('SIGTERM');
  }
  const late = setTimeout(() => server.kill('SIGKILL'), stopTimeoutMs);
  const [code, signal] = await ended;
  clearTimeout(late);
  assert.deepEqual({ code, signal }, { code: 0, signal: null }, 'tepal serve stops cleanly on SIGTERM');
}

/** Brings a version of a package below `folder` and gives the folder of its programs. */
function bring(folder, name, version) {
  const place = join(folder, `${name}-${version}`);
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{"private":true}\n');
  const words = ['install', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`];
  capture('npm', words, { cwd: place, env: userEnv() });
  return join(place, 'node_modules', '.bin');
}

/** Installs Tepal by a line of the shell, with what `programs`, folders, have before the path, and uses it. */
async function tryOn(folder, programs, line) {
  const env = userEnv();
  env.PATH = [...programs, env.PATH].join(':');
  const prefix = join(folder, 'prefix');
  const options = { cwd: folder, env };
  const versions = ['node', 'npm'].map((name) => `${name} ${capture(name, ['--version'], options).trim()}`);
  process.stdout.write(`${versions.join(', ')}: ${line}\n`);
  install(line, prefix, env);
  checkFiles(join(prefix, 'lib', 'node_modules', 'tepal'));
  const tepal = join(prefix, 'bin', 'tepal');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const printed = capture(tepal, ['--version'], options).trim();
  assert.ok(printed.includes(version), `tepal --version prints "${printed}", the package is ${version}`);
  const data = join(folder, 'data');
  capture(tepal, ['init', '--data', data], options);
  await serveOnce(tepal, options, data);
  for (const used of [prefix, data]) rmSync(used, { recursive: true });
}

/** What Tepal is installed with, each with each; what runs it is always its own. */
const nodeVersions = ['20', '22', '26'];
const npmVersions = ['10', '11'];
const packing = '"$(npm pack --silent)"';

/** Packs once; gives the line that installs the packed file. */
function packLine(line, folder) {
  assert.ok(line.includes(packing), `${line} does not pack`);
  const packed = capture('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: root,
    env: userEnv(),
  }).trim();
  return line.replace(packing, join(folder, packed));
}

ensureInstalled();
const line = readInstallLine();
const folder = mkdtempSync(join(tmpdir(), 'tepal-package-'));
try {
  await tryOn(folder, [], line);
  // The newest npm may ask for a Node.js that is newer than the machine's.
  await tryOn(folder, [dirname(pinnedNode), bring(folder, 'npm', 'latest')], line);
  if (!process.argv.includes('--quick')) {
    const packed = packLine(line, folder);
    await tryOn(folder, [], `${packed} --prefix ${join(folder, 'prefix')}`);
    await tryOn(folder, [], `${packed} --ignore-scripts`);
    const npms = npmVersions.map((version) => bring(folder, 'npm', version));
    for (const version of nodeVersions) {
      const node = bring(folder, nodePackage, version);
      for (const npm of npms) await tryOn(folder, [node, npm], packed);
    }
  }
  process.stdout.write('The package works as README.md says.\n');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
