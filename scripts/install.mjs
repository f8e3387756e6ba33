// Brings node_modules in line with package-lock.json, so that a fresh clone needs nothing but Node.js 20 and npm.
// Plain JavaScript, built-in modules only: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
/** The workspace test/packages, whose packages tests and checks need and a running Tepal does not. */
const testsPackage = 'tepal-test';

/** The pinned Node.js that runs the sources, from the dependency `node`. */
export const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

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

/** The install script of `node` fetches the binary; npm leaves it out where scripts are off by configuration. */
function fetchNode() {
  process.stderr.write('npm left out the install script that brings Node.js; running it now.\n');
  const folder = join(modules, 'node');
  spawnSync(process.execPath, ['installArchSpecificPackage'], { cwd: folder, stdio: ['ignore', 2, 2] });
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
    if (!done) {
      process.stderr.write('npm could not install the dependencies; its messages are above.\n');
      process.exit(1);
    }
  }
  if (!existsSync(pinnedNode)) fetchNode();
  if (!existsSync(pinnedNode)) {
    process.stderr.write(`Node.js is missing at ${pinnedNode}; "npm rebuild node" should bring it.\n`);
    process.exit(1);
  }
}
