// Bundles packages of hundreds of small modules into a few, for tests: finding those modules is most of what starting a
// test process costs. test-packages-hook.mjs puts the bundle in place of the packages.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startPackages, unbundledPackages } from './bundled-packages.mjs';
import { root } from './install.mjs';

/** What the sources import of them. A package is here with all its parts: half of it bundled would be there twice. */
const specifiers = [...startPackages, 'typebox/compile', 'typebox/error', 'typebox/value'];
const caches = join(root, 'node_modules', '.cache');
const list = fileURLToPath(new URL('bundled-packages.mjs', import.meta.url));
const hook = fileURLToPath(new URL('test-packages-hook.mjs', import.meta.url));

/** Where the bundle of these packages and this program is kept. */
function bundleFolder() {
  const hash = createHash('sha256');
  for (const file of [join(root, 'package-lock.json'), fileURLToPath(import.meta.url), list, hook]) {
    hash.update(readFileSync(file));
  }
  return join(caches, `test-packages-${hash.digest('hex').slice(0, 16)}`);
}

/** A module that exports what Node.js finds in the package: of CommonJS a bundler sees the default export alone. */
async function entrySource(specifier) {
  const names = Object.keys(await import(specifier)).filter((name) => name !== 'module.exports');
  return `export { ${names.join(', ')} } from '${specifier}';\n`;
}

async function writeBundle(folder) {
  const { rolldown } = await import('rolldown');
  const input = {};
  for (const specifier of specifiers) {
    input[specifier] = join(folder, `entry-${specifier.replaceAll('/', '-')}.mjs`);
    writeFileSync(input[specifier], await entrySource(specifier));
  }
  const bundle = await rolldown({ cwd: root, platform: 'node', input, external: unbundledPackages });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await bundle.close();
  writeFileSync(join(folder, 'specifiers.json'), JSON.stringify(specifiers));
  copyFileSync(hook, join(folder, 'hook.mjs'));
}

/** Puts the bundle in place in one step, for others may be at it too. */
async function makeBundle(folder) {
  mkdirSync(caches, { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  try {
    await writeBundle(made);
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Environment in which sources load the bundled packages; without any effect, and a line that says so, where bundling fails. */
export async function bundledEnv() {
  const folder = bundleFolder();
  try {
    if (!existsSync(folder)) await makeBundle(folder);
  } catch (error) {
    process.stderr.write(`Tests start more slowly, their packages could not be bundled: ${String(error)}\n`);
    return {};
  }
  const options = [process.env.NODE_OPTIONS, `--import=${pathToFileURL(join(folder, 'hook.mjs')).href}`];
  return { NODE_OPTIONS: options.filter(Boolean).join(' ') };
}
