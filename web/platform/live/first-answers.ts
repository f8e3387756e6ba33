// Answers that the document brings, or asked for before the program was there, until the page takes them. What a page asked for besides
// is remembered by its address, and asked for with its document when it is opened again.
import { isRecord, listIn } from '../loose.ts';
import { keep, readKept } from '../storage/browser-storage.ts';

declare global {
  /** By address; undefined for what the document does not bring after all. */
  var tepalFirst: Record<string, Promise<Response | undefined>> | undefined;
  /** Of these, what the last visit had to ask for. */
  var tepalEarly: readonly string[] | undefined;
}

/** What nobody has taken for so long may be another by now, in ms. */
const keptMs = 60_000;

const pagesMax = 20;
/** Of a page: what it shows first, not what is read while somebody looks at it. */
const readsMax = 3;
let asked: readonly string[] | undefined = [];

/** Parameters whose values are words of the API. */
const apiWords = /^(?:fields|representation|order|values|tracker_structure_format)$/;

/**
 * Whether an address names things by numbers alone. Others are not kept, because the next page reads this before it knows whose it is:
 * they have names of projects and files, or words that somebody looked for.
 */
export function isWordless(address: string): boolean {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const isNamed = !/^(?:\/[a-z_]+|\/\d+)*\/?$/.test(pathname) || /^\/projects\/\D/.test(pathname);
  return (
    !isNamed && [...searchParams].every(([name, value]) => apiWords.test(name) || /^(?:[\d,]*|true|false)$/.test(value))
  );
}

/** What was kept, whatever stands there by now. */
function readPages(): [string, readonly unknown[]][] {
  try {
    const kept: unknown = JSON.parse(readKept('reads') ?? '{}');
    return isRecord(kept) ? Object.keys(kept).map((name) => [name, listIn(kept, name)]) : [];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return [];
    throw error;
  }
}

/** The page at this address, the first, has what it shows: remembers what it had to ask for. Gives what writes that, for when it rests. */
export function keepFirstReads(page: string): () => void {
  const reads = isWordless(page) ? (asked ?? []).filter(isWordless).slice(0, readsMax) : [];
  asked = undefined;
  return () => {
    const others = readPages().filter(([name]) => name !== page);
    const pages = reads.length === 0 ? others : [...others, [page, reads] as const];
    // Without room the next visit asks when its program is there.
    keep('reads', JSON.stringify(Object.fromEntries(pages.slice(-pagesMax))));
  };
}

/** Something changed, so what nobody has taken yet may be old. */
export function forgetFirst(): void {
  globalThis.tepalFirst = undefined;
}

/** The answer that a GET of this address would get; undefined where it has to be asked for. An answer is taken once. */
export async function takeFirst(address: string): Promise<Response | undefined> {
  if (performance.now() > keptMs) forgetFirst();
  const answer = globalThis.tepalFirst?.[address];
  delete globalThis.tepalFirst?.[address];
  const first = await answer;
  if (asked !== undefined && (first === undefined || globalThis.tepalEarly?.includes(address) === true))
    asked = [...asked, address];
  return first;
}
