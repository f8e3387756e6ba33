// Renders texts without holding up whoever else is served: short ones at once, within a bound for each turn of the event loop,
// all others in a thread that may take so long and no longer. What was rendered last is kept.
import { hash } from 'node:crypto';
import { extname } from 'node:path';
import { unavailable } from '../errors.ts';
import type { Logger } from '../observability/logger.ts';
import { createSingleFlight } from '../concurrency/single-flight.ts';
import { createThreadPool, ThreadEndedError } from '../concurrency/thread-pool.ts';
import { sourceMaxBytes } from './bounds.ts';
import { markupVersion } from './markup-text.ts';
import type { MarkupText } from './markup-text.ts';
import { renderMarkup } from './render-markup.ts';
import { showSource } from './show-source.ts';
import { createCache } from '../cache/index.ts';

/** Within the bounds of markup, the slowest text of this length that is known takes some milliseconds. */
const shortMaxChars = 1000;
/** Time for short texts in one turn of the event loop; the last one may exceed it. */
const turnMaxMs = 5;
/** The slowest text that is known and within the bounds takes 0.2 s; the rest is for machines that have much else to do. */
const taskMaxMs = 10_000;
/** Requests that wait for the thread, each with one text at a time. */
const waitingMax = 200;
const memoryMaxMb = 128;
/** A thread keeps some 20 MB. */
const idleEndMs = 30_000;

const ownProgram = new URL(`./markup-thread${extname(import.meta.url)}`, import.meta.url);

/** Whether a text is never rendered at once, so that its HTML is worth storing. */
export const isLongText = ({ content, format }: MarkupText): boolean =>
  format !== 'text' && content.length > shortMaxChars && content.length <= sourceMaxBytes;

/** A text that is not rendered at once. */
export interface UnrenderedText {
  readonly text: MarkupText;
  /** Names its content and format. */
  readonly digest: string;
  /** The HTML, where it is kept. */
  readonly cached: string | undefined;
}

export interface MarkupRenderer {
  /** The HTML, if it costs next to nothing and there is time for it in this turn; else what is given to `renderApart`. */
  renderAtOnce(text: MarkupText): string | UnrenderedText;
  /** In the thread. What takes too long is shown as it was written. Throws unavailable where very many wait. */
  renderApart(text: UnrenderedText): Promise<string>;
  /** Keeps HTML that was rendered before and stored. */
  keep(digest: string, html: string): void;
}

const digestOf = ({ content, format }: MarkupText): string =>
  `${format}.${hash('sha256', content, 'base64url').slice(0, 32)}`;

/** Gives what does short work while there is time for it in this turn of the event loop, and undefined afterwards. */
function createTurnBudget(maxMs: number): <R>(work: () => R) => R | undefined {
  let spentMs = 0;
  return (work) => {
    if (spentMs > maxMs) return undefined;
    if (spentMs === 0) setImmediate(() => (spentMs = 0));
    const start = performance.now();
    const result = work();
    spentMs += performance.now() - start;
    return result;
  };
}

/** A renderer with a thread of its own, which starts at the first text that needs it. */
export function createMarkupRenderer(logger: Logger, program = ownProgram): MarkupRenderer {
  const rendered = createCache<string, string>({
    name: 'rendered_markup',
    maxBytes: 12_582_912,
    sizeOf: (html) => html.length,
  });
  const withinTurn = createTurnBudget(turnMaxMs);
  const share = createSingleFlight<string>();
  const run = createThreadPool<MarkupText, string>({
    program,
    name: 'markup',
    threadsMax: 1,
    waitingMax,
    memoryMaxMb,
    idleEndMs,
    taskMaxMs,
    refuse: () => unavailable('too many texts are waiting to be rendered; try again in a moment'),
  });

  const renderInThread = async ({ text, digest }: UnrenderedText): Promise<string> => {
    try {
      return await run(text);
    } catch (error) {
      if (!(error instanceof ThreadEndedError)) throw error;
      logger.warn(
        { err: error, digest, version: markupVersion },
        'a text could not be rendered and is shown as it was written',
      );
      return showSource(text.content);
    }
  };

  return {
    renderAtOnce(text) {
      const { content, format } = text;
      if (content === '' || format === 'text' || content.length > sourceMaxBytes) return renderMarkup(text);
      const html = isLongText(text) ? undefined : withinTurn(() => renderMarkup(text));
      if (html !== undefined) return html;
      const digest = digestOf(text);
      return { text, digest, cached: rendered.get(digest) };
    },
    renderApart: (text) =>
      share(text.digest, async () => {
        const html = await renderInThread(text);
        rendered.set(text.digest, html);
        return html;
      }),
    keep: (digest, html) => rendered.set(digest, html),
  };
}

/** HTML of texts by what they are. */
export interface RenderedTexts {
  /** Empty for a text that was not among those that were rendered. */
  html(text: MarkupText): string;
}

/** Where no texts were asked for. */
export const noTexts: RenderedTexts = { html: () => '' };

interface Storage {
  /** HTML by digest of those among the long texts that are stored. */
  find?(missing: readonly UnrenderedText[]): Promise<ReadonlyMap<string, string>>;
  /** Told of HTML of long texts that was not found; `wasKept` where it had been rendered before. */
  onRendered?(digest: string, html: string, wasCached: boolean): void;
}

/** Renders the texts that are neither at hand nor stored, one after the other. Throws as renderApart, and what `find` throws. */
export async function renderAll(
  renderer: MarkupRenderer,
  texts: readonly MarkupText[],
  { find, onRendered }: Storage = {},
): Promise<RenderedTexts> {
  const known = {
    text: new Map<string, string>(),
    html: new Map<string, string>(),
    commonmark: new Map<string, string>(),
  };
  const missing = new Map<string, UnrenderedText>();
  for (const text of texts) {
    const ofFormat = known[text.format];
    if (ofFormat.has(text.content)) continue;
    const found = renderer.renderAtOnce(text);
    if (typeof found === 'string') ofFormat.set(text.content, found);
    else missing.set(found.digest, found);
  }
  const unknown = [...missing.values()].filter(({ text, cached }) => isLongText(text) && cached === undefined);
  const stored = unknown.length === 0 ? undefined : await find?.(unknown);
  for (const [digest, unrendered] of missing) {
    const { text, cached } = unrendered;
    const found = stored?.get(digest);
    const html = cached ?? found ?? (await renderer.renderApart(unrendered));
    if (found !== undefined) renderer.keep(digest, found);
    else if (isLongText(text)) onRendered?.(digest, html, cached !== undefined);
    known[text.format].set(text.content, html);
  }
  return { html: ({ content, format }) => known[format].get(content) ?? '' };
}
