// Puts answers together from the entries of a list, which were written before, a little in each turn of the event loop.
import { isSliceOver, requireWanted, yieldSlice } from '../../concurrency/time-slices.ts';
import { xmlDeclaration } from '../../texts/xml-text.ts';
import type { ListBody, OwnBytes } from './route.ts';
import { writeXmlContent } from '../../wire/xml-write.ts';
import type { ScalarLists } from '../../wire/xml-write.ts';

/** Throws unavailable where the client has left meanwhile. */
async function restWhileWanted(): Promise<void> {
  await yieldSlice();
  requireWanted();
}

/** The pieces in UTF-8, without a text of the whole that would be garbage at once. */
async function join(pieces: readonly (string | Buffer)[]): Promise<OwnBytes> {
  let size = 0;
  for (const piece of pieces) {
    if (isSliceOver()) await restWhileWanted();
    size += Buffer.byteLength(piece);
  }
  const whole = Buffer.allocUnsafe(size);
  let end = 0;
  for (const piece of pieces) {
    if (isSliceOver()) await restWhileWanted();
    end += typeof piece === 'string' ? whole.write(piece, end) : piece.copy(whole, end);
  }
  return whole;
}

/** The list in JSON. */
export function writeJsonList({ entries, member }: ListBody): Promise<OwnBytes> {
  const [start, end] = member === undefined ? ['[', ']'] : [`{${JSON.stringify(member)}:[`, ']}'];
  return join([start, ...entries.flatMap((entry, index) => (index === 0 ? entry : [',', entry])), end]);
}

/** The document that writeXml gives for the list, whose entries are objects. */
export async function writeXmlList(
  { entries, contents, member }: ListBody,
  lists: ScalarLists = 'items',
): Promise<OwnBytes> {
  const name = member ?? 'response';
  const [before, after] = member === undefined ? ['', ''] : ['<response>', '</response>'];
  if (entries.length === 0) return join([`${xmlDeclaration}${before}<${name}/>${after}`]);
  const pieces: (string | Buffer)[] = [`${xmlDeclaration}${before}<${name}>`];
  for (const [index, entry] of entries.entries()) {
    if (isSliceOver()) await restWhileWanted();
    const content = contents?.[index]?.() ?? writeXmlContent(toObject(JSON.parse(entry)), lists);
    if (content.length === 0) pieces.push('<item/>');
    else pieces.push('<item>', content, '</item>');
  }
  return join([...pieces, `</${name}>${after}`]);
}

const toObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
