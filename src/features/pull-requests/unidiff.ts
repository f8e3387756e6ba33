// A whole file with what changed in it: each line that is in either of two versions, numbered from 1 in reading order.
import { DomainError } from '../../platform/errors.ts';
import { isRefusal } from '../source-control/index.ts';
import type { CodeAccess, Repository } from '../source-control/index.ts';

export interface DifferenceLine {
  kind: 'context' | 'added' | 'removed';
  oldLine: number | undefined;
  newLine: number | undefined;
  text: string;
}

export interface WholeDifference {
  lines: DifferenceLine[];
  leftOut: 'binary' | 'large' | undefined;
}

/** Throws notFound where the file is the same in both. */
export async function readWhole(
  code: CodeAccess,
  repository: Repository,
  ends: { from: string; to: string },
  path: string,
): Promise<WholeDifference> {
  const wish = { path, isWhole: true, limit: 1, offset: 0 };
  const { files } = await code.readDifference(repository, ends, wish);
  const [file] = files;
  return { lines: file?.hunks?.flatMap(({ lines }) => lines) ?? [], leftOut: file?.leftOut };
}

/** As readWhole; undefined where the file is the same in both, without lines where git has a commit no more. */
export async function findWhole(
  code: CodeAccess,
  repository: Repository,
  ends: { from: string; to: string },
  path: string,
): Promise<WholeDifference | undefined> {
  if (ends.from === ends.to) return undefined;
  try {
    return await readWhole(code, repository, ends, path);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'not-found') return undefined;
    // Nothing led to it since history was changed, and git tidied up.
    if (isRefusal(error)) return { lines: [], leftOut: undefined };
    throw error;
  }
}
