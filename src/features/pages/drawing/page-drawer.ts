// Has pages drawn in a thread. A page that is not drawn in time, or at all, goes out without: its program draws it in the browser.
import { extname } from 'node:path';
import { createCache } from '../../../platform/cache/index.ts';
import { createThreadPool, ThreadEndedError } from '../../../platform/concurrency/thread-pool.ts';
import type { Drawing, Wanted } from './drawn-page.ts';
import { digestOf } from './page-digest.ts';

/** Documents that wait for the thread. */
const waitingMax = 8;
/** Of a page that will be no page, in ms. */
const taskMaxMs = 2000;
/** How long a document waits for it, in ms; the browser would have drawn it by then. */
const patienceMs = 60;
const memoryMaxMb = 192;
/** A thread keeps some 30 MB. */
const idleEndMs = 10 * 60_000;

const ownProgram = new URL(`./drawing-thread${extname(import.meta.url)}`, import.meta.url);

export interface PageDrawer {
  /** The page, or what it needs besides; undefined where it is not drawn. Never rejects. */
  draw(wanted: Wanted): Promise<Drawing | undefined>;
  /** Somebody opened another page, and may open one that is drawn. */
  prepare(): void;
}

/** What no page is asked for with: it draws nothing. */
const nothing: Wanted = { address: '/', languages: [], platform: '', nowMs: 0, answers: {} };

/**
 * Makes what draws. A page that finds no thread goes out without, and has one started for those that come after it. `tell` is told why
 * one could not be drawn.
 */
export function createPageDrawer(nowMs: () => number, tell: (reason: string) => void): PageDrawer {
  const run = createThreadPool<Wanted, Drawing | { failed: string }>({
    program: ownProgram,
    name: 'tepal-pages',
    threadsMax: 1,
    waitingMax,
    memoryMaxMb,
    idleEndMs,
    taskMaxMs,
    refuse: () => new Error('very many pages are being drawn'),
  });
  let lastMs = -Infinity;
  let isStarting = false;
  const drawNow = async (wanted: Wanted): Promise<Drawing | undefined> => {
    let isThere = true;
    const drawing = await run(wanted).catch((error: unknown) => {
      isThere = !(error instanceof ThreadEndedError);
      return { failed: String(error) };
    });
    lastMs = isThere ? nowMs() : -Infinity;
    isStarting = false;
    if (!('failed' in drawing)) return drawing;
    tell(drawing.failed);
    return undefined;
  };
  const isUp = (): boolean => nowMs() - lastMs < idleEndMs - patienceMs;
  const prepare = (): void => {
    if (isStarting || isUp()) return;
    isStarting = true;
    void drawNow(nothing);
  };
  const pages = createCache<string, Extract<Drawing, { html: string }>>({
    name: 'pages',
    maxBytes: 8_388_608,
    sizeOf: ({ html }) => html.length,
  });
  return {
    prepare,
    async draw(wanted) {
      const digest = digestOf(wanted);
      const known = pages.get(digest);
      if (known !== undefined) return known;
      prepare();
      if (isStarting) return undefined;
      const late = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => late.resolve(undefined), patienceMs);
      const drawn = drawNow(wanted).then((drawing) => {
        // Also what comes too late is there for who asks again.
        if (drawing !== undefined && 'html' in drawing) pages.set(digest, drawing);
        return drawing;
      });
      const drawing = await Promise.race([drawn, late.promise]);
      clearTimeout(timer);
      return drawing;
    },
  };
}
