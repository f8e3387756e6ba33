// Compares files that git and Subversion take for binary ones because their text is UTF-16.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../../../platform/errors.ts';
import { withScratch } from '../../../platform/files/scratch.ts';
import { decodeText } from '../../../platform/texts/text-encoding.ts';
import { GitFailure } from '../repositories/git-program.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import { parseHunks } from './patch.ts';
import type { Hunk } from './patch.ts';

/** How git says that two files differ. */
const differing = /status 1$/;
/** Bytes that git writes of one difference; a longer one is not shown. */
const wideMaxBytes = 2_097_152;
/** Of the files of one answer that have no lines, so many are looked at. */
export const wideFilesMax = 20;

export interface WideNeeds {
  git: Pick<GitProgram, 'run'>;
  dataDir: string;
}

/** Otherwise why there are none: one of both versions is no text, or the difference is too long. */
export async function compareTexts(
  { git, dataDir }: WideNeeds,
  versions: readonly [Uint8Array, Uint8Array],
  context: string,
  otherwise?: string,
): Promise<Hunk[] | 'binary' | 'large'> {
  const texts = versions.map((bytes) => decodeText(bytes, otherwise === undefined ? {} : { otherwise }));
  if (texts.includes(undefined)) return 'binary';
  return withScratch(dataDir, async (scratch) => {
    const files = [join(scratch, 'before'), join(scratch, 'after')];
    for (const [index, file] of files.entries()) await writeFile(file, texts[index] ?? '');
    try {
      return parseHunks(await compareFiles(git, [context, '--', ...files]));
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'too-large') return 'large';
      throw error;
    }
  });
}

async function compareFiles(git: WideNeeds['git'], args: readonly string[]): Promise<string> {
  const pieces: Buffer[] = [];
  const options = {
    outputMaxBytes: wideMaxBytes,
    take(piece: Buffer) {
      pieces.push(piece);
      return false;
    },
  };
  try {
    await git.run(['diff', '--no-index', '--no-color', '--no-ext-diff', '--no-textconv', '--text', ...args], options);
  } catch (error) {
    if (!(error instanceof GitFailure) || !differing.test(error.message)) throw error;
  }
  return Buffer.concat(pieces).toString();
}
