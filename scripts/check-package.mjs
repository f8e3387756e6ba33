// `npm run check:package`: packs the package, installs the tarball into an empty folder as a user would, and uses it
// there: `tepal --version`, `tepal init`, `tepal serve`, one request, a clean stop.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

const startTimeoutMs = 30_000;
const stopTimeoutMs = 10_000;

/** Standard output of a program that must succeed. */
function capture(command, args, options) {
  const result = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });
  if (result.error) throw result.error;
  assert.equal(result.status, 0, `${[command, ...args].join(' ')} ended with status ${result.status}`);
  return result.stdout;
}

/** The environment of a user outside the project: none of npm's variables of the run that started us. */
function userEnv() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_)/i.test(name));
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: path.join(':') };
}

function packInto(folder) {
  const [{ filename, files, size }] = JSON.parse(
    capture('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root }).replace(/^[^[]*/s, ''),
  );
  const names = files.map(({ path }) => path);
  for (const needed of ['LICENSE', 'bin/tepal.mjs', 'dist/main.js', 'sbom.cdx.json'])
    assert.ok(names.includes(needed), `${needed} is not packed`);
  const stray = names.filter(
    (name) => /\.test\.|^(src|test|scripts|data)\//.test(name) || (name.endsWith('.ts') && !name.endsWith('.d.ts')),
  );
  assert.deepEqual(stray, [], 'files that do not belong in the package');
  process.stdout.write(`packed ${filename}: ${names.length} files, ${Math.round(size / 1024)} KiB\n`);
  return join(folder, filename);
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

ensureInstalled();
const folder = mkdtempSync(join(tmpdir(), 'tepal-package-'));
try {
  const tarball = packInto(folder);
  const options = { cwd: folder, env: userEnv() };
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  capture('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', tarball], options);
  assert.ok(!existsSync(join(folder, 'node_modules', 'typescript')), 'development dependencies stay out');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const printed = capture('npx', ['--no-install', 'tepal', '--version'], options).trim();
  process.stdout.write(`npx tepal --version: ${printed}\n`);
  assert.ok(printed.includes(version), `tepal --version prints "${printed}", the package is ${version}`);
  const data = join(folder, 'data');
  capture('npx', ['--no-install', 'tepal', 'init', '--data', data], options);
  await serveOnce(join(folder, 'node_modules', '.bin', 'tepal'), options, data);
  process.stdout.write('The package works from an empty folder.\n');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
