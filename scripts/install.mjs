// Brings node_modules in line with package-lock.json, so that a fresh clone needs nothing but Node.js 20 and npm.
// Plain JavaScript, built-in modules only: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodePackage, target } from '../bin/bundled-node.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
/** The workspace test/packages, whose packages tests and checks need and a running Tepal does not. */
const testsPackage = 'tepal-test';

/** The major version that runs the sources. */
const neededMajor = 26;

/** The Node.js that runs the sources: the pinned one of this system's package, else the one that runs this, if it is new enough. */
export const pinnedNode =
  nodePackage === undefined
    ? process.execPath
    : join(modules, nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Environment in which `node` and the installed tools are the project's own, and keep what they compiled. */
export const pinnedEnv = {
  NODE_COMPILE_CACHE: join(modules, '.cache', 'compile'),
  ...process.env,
  PATH: [join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter),
};

function readLock(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
}

/**
 * Whether npm's record of what it installed has no other package than the lock file, and has those that are asked for: all of
 * them for tests and checks, else what the project itself names. Optional ones may be absent.
 */
function isInstalled(withTests) {
  const wanted = readLock(join(root, 'package-lock.json'));
  const present = readLock(join(modules, '.package-lock.json'));
  if (wanted === undefined || present === undefined) return false;
  const own = wanted[''];
  const named = new Set(
    Object.keys({ ...own.dependencies, ...own.devDependencies }).map((name) => `node_modules/${name}`),
  );
  const ownNode = `node_modules/${nodePackage}`;
  if (nodePackage !== undefined && present[ownNode]?.version !== wanted[ownNode].version) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    if (!path.startsWith('node_modules/') || path === `node_modules/${testsPackage}`) return true;
    const found = present[path];
    if (found === undefined) return optional === true || devOptional === true || (!withTests && !named.has(path));
    return found.version === version && found.integrity === integrity;
  });
}

/** Runs the npm that started us, or the one on the path. Returns whether it succeeded. */
function runNpm(...args) {
  const cli = process.env.npm_execpath;
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  const result = cli?.endsWith('.js')
    ? spawnSync(process.execPath, [cli, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  return result.status === 0;
}

/**
 * Installs what is missing or out of date, without what tests and checks alone need where `withTests` is false; ends the process
 * with status 1 when that fails. Costs milliseconds when nothing is.
 */
export function ensureInstalled({ withTests = true } = {}) {
  if (!isInstalled(withTests)) {
    process.stderr.write('Installing dependencies (only when package-lock.json has changed) ...\n');
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error', ...(withTests ? [] : ['--workspaces=false'])];
    const done = runNpm('ci', ...quiet) || runNpm('install', ...quiet);
    if (!done) fail('npm could not install the dependencies; its messages are above.');
  }
  if (nodePackage === undefined && Number.parseInt(process.versions.node, 10) < neededMajor)
    fail(`No package brings Node.js ${neededMajor} for ${target}; run this with a Node.js ${neededMajor} of your own.`);
  if (!existsSync(pinnedNode))
    fail(`Node.js is missing at ${pinnedNode}; "npm install --include=optional" should bring it.`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
