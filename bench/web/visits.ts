// Visits: an address opened by a browser that was never there, and again by one that somebody uses day after day.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchProfile } from '../../test/support/browser.ts';
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
const look = { locale: 'en-GB', viewport: { width: 1280, height: 900 } };
/** A browser keeps the compiled code of a page from its second visit on, and does so while the page rests, in ms. */
const visitsBefore = 3;
const restMs = 2000;

async function visit(context: BrowserContext, { url, selector, count }: Visited, stayMs = 0): Promise<number> {
  const page = await context.newPage();
  page.setDefaultTimeout(stepTimeoutMs);
  await page.addInitScript({ content: readyClock(selector, count) });
  await page.goto(url);
  const ms = await page.evaluate<number>('window.benchReady');
  await page.waitForTimeout(stayMs);
  await page.close();
  return ms;
}

async function visitFirst(browser: Browser, visited: Visited): Promise<number> {
  const context = await browser.newContext(look);
  await visited.prepare?.(context);
  const time = await visit(context, visited);
  await context.close();
  return time;
}

/** Each address in turn, so that a slow moment of the machine meets all of them; ms until interactive. One round is not counted. */
export async function measureVisits(browser: Browser, all: readonly Visited[], rounds: number): Promise<VisitTimes[]> {
  const times = all.map((): VisitTimes => ({ first: [], again: [] }));
  const folder = mkdtempSync(join(tmpdir(), 'tepal-profile-'));
  const profile = await launchProfile(folder, look);
  for (const visited of all) {
    await visited.prepare?.(profile);
    for (let count = 0; count < visitsBefore; count += 1) await visit(profile, visited, restMs);
  }
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, visited] of all.entries()) {
      const first = await visitFirst(browser, visited);
      const again = await visit(profile, visited);
      if (round < 0) continue;
      times[index]?.first.push(first);
      times[index]?.again.push(again);
    }
  }
  await profile.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return times;
}
