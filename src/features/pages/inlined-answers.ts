// The first data of a page, inlined in its document: answers of the API's own routes, to whoever opens the page.
import type { InnerAnswer } from '../../platform/http/index.ts';
import { addressOf } from './preloaded-queries.ts';
import type { PreloadedQuery, PreloadedValues } from './preloaded-queries.ts';

/** Queries of one document. */
export const preloadedQueriesMax = 20;
/** Of all answers in one document, in characters. */
export const inlinedLengthMax = 500_000;

/** Answers queries in their order; undefined for each that was refused, and an empty list where whoever opens the page may read nothing. */
export type AnswerQueries = (queries: readonly PreloadedQuery[]) => Promise<readonly (InnerAnswer | undefined)[]>;

/** JSON that ends no element of a document and begins no comment in one; it says the same. */
const escapeJson = (json: string): string => json.replaceAll('<', String.raw`\u003c`);

const writeAttribute = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;

/** An answer as an element that no browser runs; web/platform/live/preloaded.ts reads it. */
function writeAnswer(query: PreloadedQuery, { text = '', headers }: InnerAnswer, date: string): string {
  const attributes = [
    writeAttribute('data-preloaded', addressOf(query)),
    writeAttribute('data-date', date),
    writeAttribute('data-etag', headers.get('etag')),
    writeAttribute('data-size', headers.get('x-pagination-size')),
  ];
  return `<script type="application/json"${attributes.join('')}>${escapeJson(text)}</script>`;
}

interface Inlining {
  steps: readonly ((values: PreloadedValues) => readonly PreloadedQuery[])[];
  nowMs: () => number;
  answer: AnswerQueries;
}

/**
 * The elements that stand in the document behind its frame, a text for each step of queries. What was refused and what there is no
 * room for is left out; the page requests it itself.
 */
export async function* inlineAnswers({ steps, nowMs, answer }: Inlining): AsyncGenerator<string> {
  // Parsed where a step looks at it: most answers only go through.
  const answered = new Map<string, InnerAnswer>();
  const values: PreloadedValues = { get: (url) => answered.get(url)?.value };
  const room = { queries: preloadedQueriesMax, length: inlinedLengthMax };
  for (const step of steps) {
    const queries = step(values).slice(0, room.queries);
    if (queries.length === 0) continue;
    const date = new Date(nowMs()).toUTCString();
    const answers = await answer(queries);
    room.queries -= queries.length;
    const written: string[] = [];
    for (const [index, query] of queries.entries()) {
      const one = answers[index];
      if (one?.status !== 200 || one.text === undefined || one.text.length > room.length) continue;
      room.length -= one.text.length;
      answered.set(query.url, one);
      written.push(writeAnswer(query, one, date));
    }
    yield written.join('');
  }
}
