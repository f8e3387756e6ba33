// Which test files run on which engine, and which share a process. A file runs on SQLite; one that says `// Engine: both` at its start
// also on PostgreSQL, and one that says `// Engine: PostgreSQL alone` only there. One that says
// `// Process: its own` shares its process with no other file; those in a browser share one, and the browser.
// The first tier, `npm test`, is what every change is tried on: all files on SQLite but journeys and what takes long. A journey that
// says `// Tier: first` at its start belongs to it too, with all its cases or with those whose names begin so: `// Tier: first, with
// "is found"`. Any other file that says `// Tier: all` does not.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from './install.mjs';

const folders = ['src', 'test', 'web', 'bench'];
/** One more than two processors have work for, because tests also wait for disks, clocks and processes of their own. */
export const processesAtOnce = 3;

/** All test files, by their path from the project folder. */
export function findTests() {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
}

export const isJourney = (file) => file.endsWith('.browser.test.ts');

/** Whether pages run in it, in a browser or in a window without one. */
export const hasPages = (file) => isJourney(file) || file.startsWith('test/components/');

/** Whether the file belongs to the first tier. */
export function isOfFirstTier(file) {
  const [, said = isJourney(file) ? 'all' : 'first'] = /^\/\/ Tier: (first|all)/m.exec(read(file)) ?? [];
  return said === 'first';
}

/** How the names begin of the cases that the first tier has of a file; none where it has all. Throws for a case that is not there. */
function firstCasesOf(file) {
  const text = read(file);
  const beginnings = Array.from(text.matchAll(/^\/\/ Tier: first, with "(.+)"$/gm), ([, beginning]) => beginning);
  const lost = beginnings.find((beginning) => !text.includes(`it('${beginning}`));
  if (lost !== undefined) throw new Error(`${file} has no case that begins with "${lost}"`);
  return beginnings;
}

/** A pass with those cases of its files alone. */
export const takeFirstCases = ({ engine, files }) => ({
  engine,
  files,
  cases: Object.fromEntries(files.map((file) => [file, firstCasesOf(file)]).filter(([, cases]) => cases.length > 0)),
});

const importsOf = new Map();

/** What the file imports of the sources. */
function listImports(name) {
  const file = resolve(root, name);
  const known = importsOf.get(file);
  if (known !== undefined) return known;
  const text = file.endsWith('.ts') && existsSync(file) ? readFileSync(file, 'utf8') : '';
  const imports = Array.from(text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g), ([, name]) =>
    resolve(dirname(file), name),
  );
  importsOf.set(file, imports);
  return imports;
}

const tests = join(root, 'test');
const read = (file) => readFileSync(resolve(root, file), 'utf8');
const enginesSaid = (file) => /^\/\/ Engine: (both|PostgreSQL)/m.exec(read(file))?.[1];
const wantsOwnProcess = (file) => /^\/\/ Process: its own/m.test(read(file));
const isInBrowser = (file) => isJourney(file) && !wantsOwnProcess(file);
const takesLong = (file) => /^\/\/ Process: .*takes long$/m.test(read(file));

/** Whether the file, or a module of the tests that it imports, starts programs. */
const startsPrograms = (file) =>
  /from 'node:child_process'/.test(read(file)) ||
  listImports(file).some((imported) => imported.startsWith(tests) && existsSync(imported) && startsPrograms(imported));

const enginesOf = (file) => passesOf([file]).filter(({ files }) => files.length > 0).length;

/**
 * Lists of files that share a process. Those in the browser come first: they take longest, and one after another. The others
 * are lists of about as much text for each engine, which run beside the browser: the fewer, the less is spent on starting,
 * and on code that V8 does not know yet. Then the lone ones, the long ones first.
 */
function shareProcesses(files) {
  const weighed = files.map((file) => ({ file, weight: read(file).length * enginesOf(file) }));
  weighed.sort((a, b) => b.weight - a.weight);
  const groups = Array.from({ length: processesAtOnce - 1 }, () => ({ files: [], weight: 0 }));
  for (const { file, weight } of weighed.filter(({ file }) => !wantsOwnProcess(file) && !isInBrowser(file))) {
    const lightest = groups.reduce((a, b) => (b.weight < a.weight ? b : a));
    lightest.files.push(file);
    lightest.weight += weight;
  }
  // Each start of a program copies the tables of the process's memory, which grows with every file.
  for (const group of groups) group.files.sort((a, b) => Number(startsPrograms(b)) - Number(startsPrograms(a)));
  const lone = files.filter(wantsOwnProcess).sort((a, b) => Number(takesLong(b)) - Number(takesLong(a)));
  return [files.filter(isInBrowser), ...groups.map((group) => group.files), ...lone.map((file) => [file])];
}

/** The files on each engine, SQLite first: what they load is compiled and warm for PostgreSQL. */
const passesOf = (files) => [
  { engine: 'sqlite', files: files.filter((file) => enginesSaid(file) !== 'PostgreSQL') },
  { engine: 'postgres', files: files.filter((file) => enginesSaid(file) !== undefined) },
];

const hasPlace = ({ files }) => files.length > 0;

/** Keeps the passes of this kind, and the processes that have one. */
export const keepPasses = (runs, isKept) =>
  runs.map((passes) => passes.filter(isKept)).filter((passes) => passes.length > 0);

/**
 * The processes to start for these files, in this order, each with its passes: files, and the engine that they run on. Tests without
 * a database run with those on SQLite. Short processes come last, so that none of the processors has nothing to do.
 */
export const planShared = (files) => shareProcesses(files).map((shared) => passesOf(shared).filter(hasPlace));

/** The same, where each file gets a process for each engine. */
export const planAlone = (names) =>
  names.flatMap((name) => passesOf([relative(root, resolve(name))]).filter(hasPlace)).map((pass) => [pass]);
