// Which test files run on which engine. A file that opens a database, itself or through what it imports, runs on both;
// one that says `// Engine: … alone` at its start runs on that one.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from './install.mjs';

const folders = ['src', 'test', 'web', 'bench'];
/** Whoever opens a database in a test gets its place here. */
const placeModule = join(root, 'src/platform/database/test-place.testing.ts');

function findTests() {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
}

/** Whether the file imports `placeModule`, however many files lie between. */
function opensDatabase(file, seen = new Set()) {
  if (file === placeModule) return true;
  if (seen.has(file) || !file.endsWith('.ts') || !existsSync(file)) return false;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g);
  return [...imports].some((match) => opensDatabase(resolve(dirname(file), match[1]), seen));
}

const soleEngine = (file) =>
  /^\/\/ Engine: (SQLite|PostgreSQL) alone/m.exec(readFileSync(join(root, file), 'utf8'))?.[1];

/** The named test files, or all: those to run on SQLite, where tests without a database run too, and those on PostgreSQL. */
export function planRuns(names = []) {
  const files = names.length > 0 ? names.map((name) => relative(root, resolve(name))) : findTests();
  return {
    sqlite: files.filter((file) => soleEngine(file) !== 'PostgreSQL'),
    postgres: files.filter((file) => soleEngine(file) !== 'SQLite' && opensDatabase(join(root, file))),
  };
}
