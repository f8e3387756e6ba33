// What Subversion tells of folders, revisions and files.
import { DomainError, notFound } from '../../../platform/errors.ts';
import { findCharset } from '../../../platform/texts/text-encoding.ts';
import { says } from '../../../platform/texts/said.ts';
import { linesMax, linesOfOneMax } from './git-differences.ts';
import type { SvnProgram, SvnReading } from '../svn/svn-program.ts';
import { changesOf, childOf, readElements, readFileLines, revisionOf } from './svn-output.ts';
import { compareTexts, wideFilesMax } from './wide-texts.ts';
import type { WideNeeds } from './wide-texts.ts';
import type { FileLines, SvnChange, SvnElement, SvnRevision } from './svn-output.ts';

interface Page {
  limit: number;
  offset: number;
}

export interface SvnPlace {
  /** Of the repository, without slashes at its ends. */
  path: string;
  revision: number;
}

export interface SvnEntry {
  name: string;
  isFolder: boolean;
  sizeBytes: number | undefined;
  lastChange: SvnRevision;
}

/** Of a folder's entries, some 400,000 of them. */
const listMaxBytes = 134_217_728;
/** Of one revision's list of changes, some 80,000 of them. */
const changesMaxBytes = 16_777_216;
/** Longer differences of a file are not shown. */
const partLengthMax = 1_048_576;
/** Longer files are not looked at for UTF-16. */
const comparedMaxBytes = 1_048_576;
/** Of one revision's lines; what is not reached is told as large. */
const differenceMaxBytes = 67_108_864;

/** For the programs of Subversion, which take what follows the last `@` for a revision. */
const targetOf = ({ url }: SvnReading, { path, revision }: SvnPlace): string =>
  `${[
    url,
    ...path
      .split('/')
      .filter((part) => part !== '')
      .map(encodeURIComponent),
  ].join('/')}@${revision}`;

async function readXml(
  svn: SvnProgram,
  reading: SvnReading,
  args: readonly string[],
  { wanted, outputMaxBytes, take }: { wanted: string; outputMaxBytes: number; take: (element: SvnElement) => void },
): Promise<void> {
  const elements = readElements(wanted, take);
  await svn.read(reading, args, { outputMaxBytes, take: (piece) => (elements.write(piece), false) });
  elements.end();
}

function entryOf(element: SvnElement): SvnEntry {
  const commit = childOf(element, 'commit');
  return {
    name: childOf(element, 'name')?.text ?? '',
    isFolder: element.attributes['kind'] === 'dir',
    sizeBytes: element.attributes['kind'] === 'dir' ? undefined : Number(childOf(element, 'size')?.text),
    lastChange: revisionOf(commit ?? element),
  };
}

/** Whether there is a folder. Throws notFound where there is nothing that the reader may see. */
async function isFolder(svn: SvnProgram, reading: SvnReading, place: SvnPlace): Promise<boolean> {
  let kind: string | undefined;
  await readXml(svn, reading, ['info', '--xml', targetOf(reading, place)], {
    wanted: 'entry',
    outputMaxBytes: changesMaxBytes,
    take: ({ attributes }) => void (kind = attributes['kind']),
  });
  return kind === 'dir';
}

/** Throws notFound for what is no file. */
export async function requireFile(svn: SvnProgram, reading: SvnReading, place: SvnPlace): Promise<void> {
  if (await isFolder(svn, reading, place)) throw notFound(says('svn.folder')`"${place.path}" is a folder`);
}

/** A page of what a folder holds, in order of names. Throws notFound for what is no folder. */
export async function listFolder(
  svn: SvnProgram,
  reading: SvnReading,
  place: SvnPlace,
  { limit, offset }: Page,
): Promise<{ entries: SvnEntry[]; size: number }> {
  const entries: SvnEntry[] = [];
  let size = 0;
  let first: SvnEntry | undefined;
  await readXml(svn, reading, ['list', '--xml', targetOf(reading, place)], {
    wanted: 'entry',
    outputMaxBytes: listMaxBytes,
    take(element) {
      if (size === 0) first = entryOf(element);
      if (size >= offset && entries.length < limit) entries.push(entryOf(element));
      size += 1;
    },
  });
  // A file is listed as if it were in a folder of its own.
  const mayBeFile = size === 1 && first?.isFolder === false && first.name === place.path.split('/').at(-1);
  if (mayBeFile && !(await isFolder(svn, reading, place))) throw notFound(says('svn.file')`"${place.path}" is a file`);
  return { entries, size };
}

/** A page of the revisions that changed what is at a place, newest first; `size` counts no further than one behind the page. */
export async function listLog(
  svn: SvnProgram,
  reading: SvnReading,
  place: SvnPlace,
  { limit, offset }: Page,
): Promise<{ revisions: SvnRevision[]; size: number }> {
  const revisions: SvnRevision[] = [];
  if (place.revision === 0) return { revisions, size: 0 };
  let size = 0;
  const range = ['-r', `${place.revision}:1`, '-l', String(offset + limit + 1)];
  await readXml(svn, reading, ['log', '--xml', ...range, targetOf(reading, place)], {
    wanted: 'logentry',
    outputMaxBytes: listMaxBytes,
    take(element) {
      if (size >= offset && revisions.length < limit) revisions.push(revisionOf(element));
      size += 1;
    },
  });
  return { revisions, size };
}

const isInside = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/** A revision with what it changed in a folder. Throws notFound where the reader may see nothing of that. */
export async function readChanges(
  svn: SvnProgram,
  reading: SvnReading,
  folder: SvnPlace,
): Promise<{ svnRevision: SvnRevision; changes: SvnChange[] }> {
  const args = ['log', '--xml', '--verbose', '-r', String(folder.revision), targetOf(reading, folder)];
  let found: { svnRevision: SvnRevision; changes: SvnChange[] } | undefined;
  await readXml(svn, reading, args, {
    wanted: 'logentry',
    outputMaxBytes: changesMaxBytes,
    take: (entry) => void (found = { svnRevision: revisionOf(entry), changes: changesOf(entry) }),
  });
  const isSeen = found !== undefined && (found.changes.length > 0 || found.svnRevision.atMs !== undefined);
  if (!isSeen || found === undefined)
    throw notFound(says('svn.revision-unread')`there is no revision ${folder.revision} that you have access to`);
  return { svnRevision: found.svnRevision, changes: found.changes.filter(({ path }) => isInside(path, folder.path)) };
}

/** The folder that holds all of these, and that the revision did not make. */
function sharedFolder(wanted: readonly SvnChange[], all: readonly SvnChange[], folder: string): string {
  const made = new Set(all.filter(({ status }) => status !== 'M').map(({ path }) => path));
  const [first = { path: '' }] = wanted;
  let parts = first.path.split('/').slice(0, -1);
  const holdsAll = (): boolean =>
    wanted.every(({ path }) => isInside(path, parts.join('/'))) &&
    parts.every((_, index) => !made.has(parts.slice(0, index + 1).join('/')));
  while (parts.length > 0 && parts.join('/') !== folder && !holdsAll()) parts = parts.slice(0, -1);
  return parts.join('/');
}

const countLines = (lines: FileLines): number =>
  'hunks' in lines ? lines.hunks.flatMap((hunk) => hunk.lines).filter(({ kind }) => kind !== 'context').length : 0;

/** The lines of files among a revision's changes, by path. Reading ends once all are there; those that are too much are large. */
export async function readLines(
  svn: SvnProgram,
  reading: SvnReading,
  folder: SvnPlace,
  { wanted, all }: { wanted: readonly SvnChange[]; all: readonly SvnChange[] },
): Promise<Map<string, FileLines>> {
  const files = wanted.filter((change) => !change.isFolder && (change.hasOtherContent || change.status !== 'M'));
  const found = new Map<string, FileLines>(files.map(({ path }) => [path, { leftOut: 'large' }]));
  if (files.length === 0) return found;
  const base = sharedFolder(files, all, folder.path);
  const awaited = new Set(found.keys());
  let left = files.length === 1 ? linesOfOneMax : linesMax;
  const parts = readFileLines(partLengthMax, (name, lines) => {
    const path = base === '' ? name : `${base}/${name}`;
    if (!awaited.delete(path)) return;
    const count = countLines(lines);
    if (count > left) return;
    left -= count;
    found.set(path, lines);
  });
  let readBytes = 0;
  const options = ['--internal-diff', '--ignore-properties', '-c', String(folder.revision)];
  await svn.read(reading, ['diff', ...options, targetOf(reading, { ...folder, path: base })], {
    outputMaxBytes: Infinity,
    take(piece) {
      parts.write(piece);
      return awaited.size === 0 || (readBytes += piece.length) > differenceMaxBytes;
    },
  });
  if (readBytes <= differenceMaxBytes) parts.end();
  return found;
}

/** Of a file; Subversion reads it for whoever asks. Undefined where it is longer than is compared, or not there. */
async function readVersion(svn: SvnProgram, reading: SvnReading, place: SvnPlace): Promise<Buffer | undefined> {
  try {
    return await svn.read(reading, ['cat', targetOf(reading, place)], { outputMaxBytes: comparedMaxBytes });
  } catch (error) {
    if (error instanceof DomainError && (error.kind === 'too-large' || error.kind === 'not-found')) return undefined;
    throw error;
  }
}

/** Puts the lines of files that are UTF-16 in the place of what says that they have none. */
export async function showWideLines(
  needs: WideNeeds & { svn: SvnProgram },
  reading: SvnReading,
  { revision, changes, lines }: { revision: number; changes: readonly SvnChange[]; lines: Map<string, FileLines> },
): Promise<void> {
  const unread = changes.filter(({ path }) => {
    const known = lines.get(path);
    return known !== undefined && 'leftOut' in known && known.leftOut === 'binary';
  });
  for (const { path, status, source } of unread.slice(0, wideFilesMax)) {
    const isOld = status === 'M' || status === 'D';
    const from = source ?? (isOld ? { path, revision: revision - 1 } : undefined);
    const read = (place: SvnPlace | undefined): Promise<Buffer | undefined> | Buffer =>
      place === undefined ? Buffer.alloc(0) : readVersion(needs.svn, reading, place);
    const after = await read(status === 'D' ? undefined : { path, revision });
    if (after === undefined || findCharset(after) === undefined) continue;
    const before = await read(from);
    if (before === undefined) continue;
    const hunks = await compareTexts(needs, [before, after], '--unified=3');
    lines.set(path, typeof hunks === 'string' ? { leftOut: hunks } : { hunks });
  }
}
