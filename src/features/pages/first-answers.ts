// The first data of a page, as its document brings it: answers of the API's own routes, to whoever opens the page.
import type { InnerAnswer } from '../../platform/http/index.ts';
import { addressOf } from './first-reads.ts';
import type { FirstRead, FirstValues } from './first-reads.ts';

/** Reads of one document. */
export const firstReadsMax = 20;
/** Of all answers in one document, in characters. */
export const answersLengthMax = 500_000;

/** Answers to reads in their order, undefined for each that was refused. All are where whoever opens the page may ask for nothing. */
export type AnswerReads = (reads: readonly FirstRead[]) => Promise<readonly (InnerAnswer | undefined)[]>;

/** JSON that ends no element of a document and begins no comment in one; it says the same. */
export const escapeJson = (json: string): string => json.replaceAll('<', String.raw`\u003c`);

const writeAttribute = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;

/** What `tepalGive` of web/index.html takes: an answer as an element that no browser runs. */
function writeAnswer(read: FirstRead, { text = '', headers }: InnerAnswer): string {
  const attributes = [
    writeAttribute('data-first', addressOf(read)),
    writeAttribute('data-etag', headers.get('etag')),
    writeAttribute('data-size', headers.get('x-pagination-size')),
  ];
  return `<script type="application/json"${attributes.join('')}>${escapeJson(text)}</script>`;
}

/** Addresses that the page is to wait for, because the document is about to bring their answers; JSON without `<`. */
export const listExpected = (reads: readonly FirstRead[]): string => escapeJson(JSON.stringify(reads.map(addressOf)));

/** What a document has brought, by address. */
export type Brought = Map<string, InnerAnswer>;

export interface Bringing {
  steps: readonly ((values: FirstValues) => readonly FirstRead[] | Promise<readonly FirstRead[]>)[];
  nonce: string;
  nowMs: () => number;
  answer: AnswerReads;
  /** Gets what is brought. */
  brought: Brought;
}

/**
 * What stands in the document behind its frame: a piece for each step of reads, with what comes next. What was refused and what there
 * is no room for is left out; the page asks for it itself.
 */
export async function* bringAnswers({ steps, nonce, nowMs, answer, brought }: Bringing): AsyncGenerator<string> {
  // Parsed where a step looks at it: most answers only go through.
  const answered = new Map<string, InnerAnswer>();
  const values: FirstValues = { get: (url) => answered.get(url)?.value };
  const room = { reads: firstReadsMax, length: answersLengthMax };
  const later = [...steps];
  const next = async (): Promise<readonly FirstRead[]> => {
    for (let step = later.shift(); step !== undefined; step = later.shift()) {
      const found = (await step(values)).slice(0, room.reads);
      if (found.length > 0) return found;
    }
    return [];
  };
  let reads = await next();
  while (reads.length > 0) {
    const answers = await answer(reads);
    room.reads -= reads.length;
    const written: string[] = [];
    for (const [index, read] of reads.entries()) {
      const one = answers[index];
      if (one?.status !== 200 || one.text === undefined || one.text.length > room.length) continue;
      room.length -= one.text.length;
      answered.set(read.url, one);
      brought.set(addressOf(read), one);
      written.push(writeAnswer(read, one));
    }
    reads = await next();
    const date = new Date(nowMs()).toUTCString();
    yield `${written.join('')}<script nonce="${nonce}">tepalGive("${date}",${listExpected(reads)})</script>`;
  }
}
