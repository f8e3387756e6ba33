// The part of a text that shows why it was found, as safe HTML.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import type { Mark } from './matcher.ts';
import { escapeXmlText } from '../../../platform/texts/xml-text.ts';
import { truncate } from '../../../platform/texts/shorten.ts';

/** Characters of one snippet, without its marks. */
const lengthMax = 240;
/** How much stands before the first mark. */
const leadLength = 60;

/** The stretch of a plain text with most marks, each in `<mark>`; everything else is escaped. */
export async function cropText(text: string, findMarks: (text: string) => readonly Mark[]): Promise<string> {
  const even = text.replace(/\s+/gu, ' ').trim();
  const marks = await findAllMarks(even, findMarks);
  const start = startOf(even, marks);
  const end = Math.min(even.length, start + lengthMax);
  const space = even.lastIndexOf(' ', end);
  const hasSpace = space >= start + lengthMax - 30;
  const shownEnd = end === even.length ? end : hasSpace ? space : truncate(even, start + lengthMax - 30).length;
  const inside = marks.filter((mark) => mark.start >= start && mark.end <= shownEnd);
  let html = start > 0 ? '…' : '';
  let at = start;
  for (const mark of inside) {
    html += `${escapeXmlText(even.slice(at, mark.start))}<mark>${escapeXmlText(even.slice(mark.start, mark.end))}</mark>`;
    at = mark.end;
  }
  return html + escapeXmlText(even.slice(at, shownEnd)) + (shownEnd < even.length ? '…' : '');
}

/** Words are looked for in stretches of about so much, because it takes a millisecond. */
const stretchLength = 8000;

async function findAllMarks(text: string, findMarks: (text: string) => readonly Mark[]): Promise<Mark[]> {
  const marks: Mark[] = [];
  for (let start = 0; start < text.length;) {
    const space = text.indexOf(' ', start + stretchLength);
    const end = space === -1 || space > start + 2 * stretchLength ? start + stretchLength : space;
    if (isSliceOver()) await yieldSlice();
    for (const mark of findMarks(text.slice(start, end)))
      marks.push({ start: mark.start + start, end: mark.end + start });
    start = end;
  }
  return marks;
}

function startOf(text: string, marks: readonly Mark[]): number {
  if (text.length <= lengthMax) return 0;
  let best = { count: 0, at: 0 };
  for (const [index, { start }] of marks.entries()) {
    let count = 0;
    while ((marks[index + count]?.end ?? Infinity) <= start + lengthMax - leadLength) count += 1;
    if (count > best.count) best = { count, at: start };
  }
  const wanted = Math.max(0, best.at - leadLength);
  if (wanted === 0) return 0;
  const space = text.indexOf(' ', wanted);
  return space === -1 || space > best.at ? truncate(text, wanted).length : space + 1;
}
