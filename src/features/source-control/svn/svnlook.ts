// Reads a Subversion repository by the programs that come with Subversion.
import { runProgram } from '../../../platform/programs/run-program.ts';
import { readChangedPaths } from './svn-tags.ts';
import type { ChangedPath } from './svn-tags.ts';

/** What is to be committed, or a revision. */
export type Look = { transaction: string } | { revision: number };

const argumentsOf = (look: Look): string[] =>
  'transaction' in look ? ['-t', look.transaction] : ['-r', String(look.revision)];

/** Bytes of a message that are no UTF-8 come as `?\FF`, where an old or strange client wrote it. */
export const readMessage = (folder: string, look: Look): Promise<string> =>
  runProgram('svnlook', ['log', ...argumentsOf(look), folder]).then((text) => text.replace(/\n$/, ''));

export const readChanges = async (folder: string, look: Look): Promise<ChangedPath[]> =>
  readChangedPaths(await runProgram('svnlook', ['changed', ...argumentsOf(look), folder]));

/** Paths of a folder and of what is in it, in the newest revision. */
export const listTree = async (folder: string, path: string): Promise<string[]> =>
  (await runProgram('svnlook', ['tree', '--full-paths', folder, path])).split('\n');

export const readYoungest = async (folder: string): Promise<number> =>
  Number(await runProgram('svnlook', ['youngest', folder]));

export interface RevisionFacts {
  /** Empty for nobody. */
  author: string;
  message: string;
  /** undefined where somebody took the date away. */
  atMs: number | undefined;
}

export async function readRevision(folder: string, revision: number): Promise<RevisionFacts> {
  const text = await runProgram('svnlook', ['info', '-r', String(revision), folder]);
  const [, author = '', date = '', message = ''] =
    /^(.*?)\n(?:(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}) \([^\n]*\))?\n\d+\n(.*)\n$/s.exec(text) ?? [];
  const atMs = Date.parse(date.replace(/ ([+-]\d\d)(\d\d)$/, '$1:$2').replace(' ', 'T'));
  return { author, message, atMs: Number.isNaN(atMs) ? undefined : atMs };
}
