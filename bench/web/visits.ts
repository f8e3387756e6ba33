// Visits: an address opened by a browser that was never there, and again by one that was.
import type { Browser, BrowserContext } from 'playwright-core';
import { readyClock } from './page-clock.ts';

export interface Visited {
  url: string;
  selector: string;
  /** How many matches are enough. */
  count: number;
  /** Puts a session into the browser. */
  prepare?(context: BrowserContext): Promise<void>;
}

export interface VisitTimes {
  first: number[];
  again: number[];
}

const stepTimeoutMs = 60_000;

async function visit(context: BrowserContext, { url, selector, count }: Visited): Promise<number> {
  const page = await context.newPage();
  page.setDefaultTimeout(stepTimeoutMs);
  await page.addInitScript({ content: readyClock(selector, count) });
  await page.goto(url);
  const ms = await page.evaluate<number>('window.benchReady');
  await page.close();
  return ms;
}

/** Each address in turn, so that a slow moment of the machine meets all of them; ms until interactive. One round is not counted. */
export async function measureVisits(browser: Browser, all: readonly Visited[], rounds: number): Promise<VisitTimes[]> {
  const times = all.map((): VisitTimes => ({ first: [], again: [] }));
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, visited] of all.entries()) {
      const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
      await visited.prepare?.(context);
      const first = await visit(context, visited);
      const again = await visit(context, visited);
      await context.close();
      if (round < 0) continue;
      times[index]?.first.push(first);
      times[index]?.again.push(again);
    }
  }
  return times;
}
