// Reads what git prints of differences: the list of changed files, and patches. Pure.
import { isUtf8 } from 'node:buffer';
import { decodeAnyText, usualCharset } from '../../../platform/texts/text-encoding.ts';

/** What there is in the place of a file that is not there. */
export const noObject = /^0+$/;

/** A file that two commits have differently. */
export interface FileChange {
  /** `A` added, `M` changed, `D` removed, `R` renamed, `T` another kind of thing, such as a link in the place of a file. */
  status: string;
  /** Where it is; of a removed one, where it was. */
  path: string;
  /** Where it was, if elsewhere. */
  oldPath: string | undefined;
  oldMode: string;
  newMode: string;
  oldHash: string;
  newHash: string;
  /** Undefined for what has no lines. */
  added: number | undefined;
  removed: number | undefined;
}

export interface PatchLine {
  kind: 'context' | 'added' | 'removed';
  /** From 1; undefined where the line is not there. */
  oldLine: number | undefined;
  newLine: number | undefined;
  text: string;
}

export interface Hunk {
  oldStart: number;
  oldCount: number;
  newStart: number;
  newCount: number;
  /** What git found before it, such as the head of a function. */
  heading: string;
  lines: PatchLine[];
  /** Whether the last line of either side has no line break after it. */
  lacksLastBreak: boolean;
}

/** What `git diff-tree --raw --numstat -z` prints. Names that are no UTF-8 are shown with U+FFFD. */
export function parseChanges(output: Buffer): FileChange[] {
  const fields = output.toString().split('\0');
  const changes: FileChange[] = [];
  let at = 0;
  const next = (): string => fields[at++] ?? '';
  while (fields[at]?.startsWith(':') === true) {
    const [oldMode = '', newMode = '', oldHash = '', newHash = '', status = ''] = next().slice(1).split(' ');
    const first = next();
    const isMoved = /^[RC]/.test(status);
    const path = isMoved ? next() : first;
    const oldPath = isMoved ? first : undefined;
    const kind = status.slice(0, 1);
    changes.push({
      status: kind,
      path,
      oldPath,
      oldMode,
      newMode,
      oldHash,
      newHash,
      added: undefined,
      removed: undefined,
    });
  }
  for (const change of changes) {
    const [added = '', removed = '', path = ''] = next().split('\t');
    if (path === '') at += 2;
    if (added !== '-') Object.assign(change, { added: Number(added), removed: Number(removed) });
  }
  return changes;
}

/** The parts of a patch that begin with `diff --git`, in order. Lines of files may have what other systems break lines with. */
export const splitPatch = (patch: string): string[] =>
  patch.split(/(?<=^|\n)(?=diff --git )/).filter((part) => part.startsWith('diff --git '));

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;

/** The hunks of one file's part of a patch; none of what git calls binary. */
export function parseHunks(part: string): Hunk[] {
  const hunks: Hunk[] = [];
  let oldLine = 0;
  let newLine = 0;
  for (const line of part.split('\n')) {
    const [, oldStart, oldCount = '1', newStart, newCount = '1', heading = ''] = hunkHead.exec(line) ?? [];
    const hunk = hunks.at(-1);
    if (oldStart !== undefined && newStart !== undefined) {
      [oldLine, newLine] = [Number(oldStart), Number(newStart)];
      const counts = { oldStart: oldLine, oldCount: Number(oldCount), newStart: newLine, newCount: Number(newCount) };
      hunks.push({ ...counts, heading, lines: [], lacksLastBreak: false });
    } else if (hunk !== undefined) {
      const text = line.slice(1);
      if (line.startsWith('+')) hunk.lines.push({ kind: 'added', oldLine: undefined, newLine: newLine++, text });
      else if (line.startsWith('-')) hunk.lines.push({ kind: 'removed', oldLine: oldLine++, newLine: undefined, text });
      else if (line.startsWith(' ')) hunk.lines.push({ kind: 'context', oldLine: oldLine++, newLine: newLine++, text });
      else if (line.startsWith('\\')) hunk.lacksLastBreak = true;
    }
  }
  return hunks;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/**
 * Hunks whose texts have a character for each byte, with the texts that those bytes are: of either side all are read alike, because
 * a change may be that of the encoding.
 */
export function decodeHunks(hunks: readonly Hunk[], otherwise: string = usualCharset): Hunk[] {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const isPlain = (other: PatchLine['kind']): boolean =>
    isUtf8(bytesOf(lines.flatMap(({ kind, text }) => (kind === other ? [] : text)).join('\n')));
  const [isOldPlain, isNewPlain] = [isPlain('added'), isPlain('removed')];
  const decode = ({ kind, text }: PatchLine): string => {
    const isPlainSide = kind === 'removed' ? isOldPlain : isNewPlain;
    return isPlainSide
      ? bytesOf(text).toString()
      : new TextDecoder(otherwise, { ignoreBOM: true }).decode(bytesOf(text));
  };
  return hunks.map((hunk) => ({
    ...hunk,
    heading: decodeAnyText(bytesOf(hunk.heading), { isCut: true, otherwise }),
    lines: hunk.lines.map((line) => ({ ...line, text: decode(line) })),
  }));
}

/** The parts of a patch with what reads the hunks of each. */
export function readPatchParts(patch: Buffer, otherwise: string): { parts: string[]; read(part: string): Hunk[] } {
  if (isUtf8(patch)) return { parts: splitPatch(patch.toString()), read: parseHunks };
  return { parts: splitPatch(patch.toString('latin1')), read: (part) => decodeHunks(parseHunks(part), otherwise) };
}
