// Which test files run on which engine, and which share a process. A file that opens a database, itself or through what it
// imports, runs on both engines; one that says `// Engine: … alone` at its start runs on that one. One that says
// `// Process: its own` shares its process with no other file.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from './install.mjs';

const folders = ['src', 'test', 'web', 'bench'];
/** Whoever opens a database in a test gets its place here. */
const placeModule = join(root, 'src/platform/database/test-place.testing.ts');
/** The more, the less is spent on starting, and on code that V8 does not know yet; more would leave too few to share out. */
const filesPerProcess = 48;

function findTests() {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
}

const importsOf = new Map();

/** What the file imports of the sources. */
function listImports(file) {
  const known = importsOf.get(file);
  if (known !== undefined) return known;
  const text = file.endsWith('.ts') && existsSync(file) ? readFileSync(file, 'utf8') : '';
  const imports = Array.from(text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g), ([, name]) =>
    resolve(dirname(file), name),
  );
  importsOf.set(file, imports);
  return imports;
}

/** Whether the file imports `placeModule`, however many files lie between. */
function opensDatabase(file, seen = new Set()) {
  if (file === placeModule) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  return listImports(file).some((imported) => opensDatabase(imported, seen));
}

const read = (file) => readFileSync(join(root, file), 'utf8');
const soleEngine = (file) => /^\/\/ Engine: (SQLite|PostgreSQL) alone/m.exec(read(file))?.[1];
const wantsOwnProcess = (file) => /^\/\/ Process: its own/m.test(read(file));

/** Lists of files that run in one process each: the lone ones, then groups of about as much text. */
function shareProcesses(files) {
  const shared = files.filter((file) => !wantsOwnProcess(file)).sort((a, b) => read(b).length - read(a).length);
  const groups = Array.from({ length: Math.ceil(shared.length / filesPerProcess) }, () => []);
  shared.forEach((file, index) => groups[index % groups.length].push(file));
  return [...files.filter(wantsOwnProcess).map((file) => [file]), ...groups];
}

/**
 * The processes to start, in this order, each with its engine and its files. Tests without a database run with those on
 * SQLite. Named files get a process each. Short processes come last, so that none of the processors has nothing to do.
 */
export function planRuns(names = []) {
  const files = names.length > 0 ? names.map((name) => relative(root, resolve(name))) : findTests();
  const filesOn = {
    sqlite: files.filter((file) => soleEngine(file) !== 'PostgreSQL'),
    postgres: files.filter((file) => soleEngine(file) !== 'SQLite' && opensDatabase(join(root, file))),
  };
  const share = names.length > 0 ? (some) => some.map((file) => [file]) : shareProcesses;
  const runs = Object.entries(filesOn).flatMap(([engine, some]) => share(some).map((files) => ({ engine, files })));
  const isLone = ({ files }) => files.length === 1;
  return [...runs.filter((run) => !isLone(run)), ...runs.filter(isLone)];
}
