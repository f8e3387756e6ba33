// Lines of texts in UTF-16. Git counts bytes 0A, which are also halves of characters such as U+4E0A, and one behind the last line break
// where its other half follows.
import { findCharset } from '../../../../platform/texts/text-encoding.ts';
import type { BlameRange } from './known-lines.ts';

const lineFeed = 0x0a;

/** For each line of the text, the line by bytes in which it begins, from 1; undefined for what is no UTF-16. */
export function findByteLines(bytes: Uint8Array): number[] | undefined {
  const charset = findCharset(bytes);
  if (charset !== 'utf-16le' && charset !== 'utf-16be') return undefined;
  const low = charset === 'utf-16le' ? 0 : 1;
  const lines = [1];
  let byteLine = 1;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const [first = 0, second = 0] = bytes.subarray(at, at + 2);
    byteLine += Number(first === lineFeed) + Number(second === lineFeed);
    const isBreak = low === 0 ? first === lineFeed && second === 0 : first === 0 && second === lineFeed;
    if (isBreak && at + 2 < bytes.length) lines.push(byteLine);
  }
  return lines;
}

/** The ranges of lines by bytes as ranges of lines of the text; where lines were before is still counted by bytes. */
export function toTextLines(ranges: readonly BlameRange[], byteLines: readonly number[]): BlameRange[] {
  const found: BlameRange[] = [];
  let place = 0;
  let [source, last]: (BlameRange | undefined)[] = [];
  for (const [index, byteLine] of byteLines.entries()) {
    let range = ranges[place];
    while (range !== undefined && byteLine >= range.start + range.lines) range = ranges[(place += 1)];
    if (range === undefined) break;
    if (range === source && last !== undefined) {
      last.lines += 1;
      continue;
    }
    source = range;
    last = { ...range, start: index + 1, lines: 1, originalStart: range.originalStart + byteLine - range.start };
    found.push(last);
  }
  return found;
}
