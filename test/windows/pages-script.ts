// The pages as one script, which runs in any number of windows. It is made once for each state of the sources, and kept.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { rolldown } from 'rolldown';
import type { Plugin } from 'rolldown';

const root = fileURLToPath(new URL('../../', import.meta.url));
const caches = join(root, 'node_modules/.cache');

/** Whatever the script is made of, and how. */
function hashSources(): string {
  const names = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test|\.d)\.tsx?$/.test(name) && !name.startsWith('dist'))
    .sort();
  const hash = createHash('sha256');
  for (const name of [...names.map((one) => join('web', one)), 'package-lock.json', 'test/windows/pages-script.ts'])
    hash.update(name).update(readFileSync(join(root, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Style sheets are left out, and their classes have the names that the sources give them. */
const withoutStyles: Plugin = {
  name: 'without styles',
  resolveId: (id) => (id === '@fontsource-variable/inter' ? { id: 'inter.css' } : undefined),
  load: (id) =>
    id.endsWith('.css')
      ? {
          code: id.endsWith('.module.css') ? 'export default new Proxy({}, { get: (_, name) => String(name) });' : '',
          moduleType: 'js',
        }
      : undefined,
};

async function bundle(): Promise<string> {
  const made = await rolldown({
    cwd: root,
    input: 'web/testing/main.ts',
    platform: 'browser',
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [withoutStyles],
  });
  const { output } = await made.generate({ format: 'iife', codeSplitting: false });
  await made.close();
  return output[0].code;
}

/** Makes the file in one step, for other processes of tests may be at it too. */
async function writeScript(file: string): Promise<void> {
  mkdirSync(caches, { recursive: true });
  const folder = mkdtempSync(join(caches, 'component-pages-'));
  try {
    writeFileSync(join(folder, 'pages.js'), await bundle());
    renameSync(join(folder, 'pages.js'), file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compile(): Promise<Script> {
  const file = join(caches, `component-pages-${hashSources()}.js`);
  if (!existsSync(file)) await writeScript(file);
  return new Script(readFileSync(file, 'utf8'), { filename: file });
}

let compiled: Promise<Script> | undefined;

/** The script of web/testing/main.ts. */
export const loadPages = (): Promise<Script> => (compiled ??= compile());
