// Which tests a change can touch: those that import what changed, however many files lie between. Nearly all tests start the
// whole app, and all journeys open the built pages; what reaches a test by these alone counts only where the test asks for an address
// of a feature that the change is in, or is named after it. Where that is no feature, or many, the first tier counts.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from '../install.mjs';
import { findTests, isJourney, isOfFirstTier } from '../test-runs.mjs';

const folders = ['src', 'test', 'web', 'bench'];
const app = 'src/app.ts';
const builtPages = 'web/dist/index.html';
/** It starts the app for tests, and is no more about the other modules that it uses than the app is. */
const harness = 'test/support/harness.ts';
/** What pages of more features use belongs to none of them. */
const featuresMax = 4;
/** They look at every file. */
const ofEveryFile = ['test/docs.test.ts', 'test/house-rules.test.ts'];

/** Lines that git writes; throws with what it says where it refuses. */
function askGit(...args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout.split('\n').filter(Boolean);
}

const isCommit = (name) =>
  spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root }).status === 0;

/** The commit that a change began with: where it left the main branch; on that branch, its latest commit. */
function findStart() {
  const main = ['origin/main', 'main'].find(isCommit);
  return main === undefined ? 'HEAD' : (askGit('merge-base', 'HEAD', main)[0] ?? 'HEAD');
}

/** Paths of what differs from this commit, files that git does not know included; where nothing does, of the latest commit. */
export function listChanges(since = findStart()) {
  const unknown = askGit('ls-files', '--others', '--exclude-standard');
  const changed = [...askGit('diff', '--name-only', '--no-renames', since), ...unknown];
  if (changed.length > 0) return { since, changed };
  return { since: 'HEAD~1', changed: askGit('diff', '--name-only', '--no-renames', 'HEAD~1') };
}

const listSources = () =>
  folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('web/dist/'));

/** What the file names relative to itself: modules, types alone left aside, and files and folders that it reads. */
const referencesOf = (file, text) =>
  Array.from(
    text.replaceAll(/^(?:import|export) type [^;]*;$/gm, '').matchAll(/['"`](\.{1,2}\/[^'"`\n]+)['"`]/g),
    ([, name]) => relative(root, resolve(root, dirname(file), name)),
  );

/** Whether the page or a module of it is meant, of which the built pages are made. */
const isOfPages = (path) => path.startsWith('web/') && !/\.test\.tsx?$/.test(path);

function* withFolders(path) {
  yield path;
  // A folder of the outermost level stands for too much.
  for (let folder = dirname(path); folder.includes('/'); folder = dirname(folder)) yield folder;
}

/** The sources that refer to a path, or to a folder around it. */
function readReferrers(texts) {
  const referrers = new Map();
  for (const [file, text] of texts) {
    for (const path of referencesOf(file, text)) {
      const isByTheWay = file === harness && path.startsWith('src/') && path !== app;
      if (!isByTheWay) referrers.set(path, [...(referrers.get(path) ?? []), file]);
    }
  }
  return (path) => [
    ...[...withFolders(path)].flatMap((part) => referrers.get(part) ?? []),
    ...(isOfPages(path) ? [builtPages] : []),
  ];
}

/** All that refers to these, by however many steps; what refers to the app or the built pages is left to whoever asks for it. */
function reach(starts, referrersOf) {
  const reached = new Set(starts);
  for (const path of reached) {
    if (!starts.includes(path) && (path === app || path === builtPages)) continue;
    for (const referrer of referrersOf(path)) reached.add(referrer);
  }
  return reached;
}

const featureOf = (path) => /^(?:src|web)\/features\/([\w-]+)\//.exec(path)?.[1];

/** The features that a change is in: for a part of the pages, those whose pages have it. */
function featuresOf(changed, referrersOf) {
  const own = featureOf(changed);
  if (own !== undefined || !isOfPages(changed)) return [own];
  const users = new Set([...reach([changed], referrersOf)].map(featureOf).filter((one) => one !== undefined));
  return users.size > 0 && users.size <= featuresMax ? [...users] : [undefined];
}

/** What tests of the feature ask for: its name, and the last part of each of its addresses. */
function wordsOf(feature, texts) {
  const own = [...texts].filter(([file]) => featureOf(file) === feature && !file.endsWith('.test.ts'));
  const urls = own.flatMap(([, text]) => Array.from(text.matchAll(/\burl: '([^']+)'/g), ([, url]) => url));
  const parts = urls.map((url) => url.split('/').findLast((part) => /^[\w-]+$/.test(part)));
  return [...new Set([feature, ...parts.filter((part) => part !== undefined)])];
}

/** Whether a test counts for a feature: it asks for one of its addresses, or is named after it. */
function counterFor(feature, texts) {
  if (feature === undefined) return isOfFirstTier;
  const asked = new RegExp(`/(?:${wordsOf(feature, texts).join('|')})(?=[/?'"\`])`);
  return (file) => file.includes(feature) || (!isJourney(file) && asked.test(texts.get(file)));
}

/** The tests to run for these changed paths, and how many more start the app or open the pages that changed. */
export function selectTests(changed) {
  const texts = new Map(listSources().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const tests = new Set(findTests());
  const referrersOf = readReferrers(texts);
  const reached = reach(changed, referrersOf);
  const named = [...tests].filter((file) => changed.some((path) => !texts.has(path) && texts.get(file).includes(path)));
  const chosen = new Set([...ofEveryFile, ...named, ...reached].filter((path) => tests.has(path)));
  const whole = [app, builtPages].filter((path) => reached.has(path));
  const further = [...reach(whole, referrersOf)].filter((path) => tests.has(path) && !chosen.has(path));
  const through = changed.filter((path) => [...reach([path], referrersOf)].some((one) => whole.includes(one)));
  const features = new Set(through.flatMap((path) => featuresOf(path, referrersOf)));
  const counters = [...features].map((feature) => counterFor(feature, texts));
  const asked = further.filter((file) => counters.some((counts) => counts(file)));
  return { files: [...chosen, ...asked].sort(), leftOut: further.length - asked.length };
}
