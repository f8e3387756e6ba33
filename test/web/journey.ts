// Journeys: people in a real browser before the real server with the sample projects. A file of tests has one server,
// all files of a process one browser; each person has a context of their own in it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Locator, Page, Request, Response } from 'playwright-core';
import { sharedBrowser, stepTimeoutMs } from '../support/browser.ts';
import type { BrowserLoan } from '../support/browser.ts';
import { describeLook, findFaultsBy, wcagRules } from '../windows/axe.ts';
import type { Rules } from '../windows/axe.ts';
import { openSite } from '../windows/site.ts';
import type { Site } from '../windows/site.ts';
import { testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';

/** SLOW_PAGES=6 in the environment: see `slowDown`. */
const slowness = Number(process.env['SLOW_PAGES'] ?? 1);
/** What is told of a journey that failed: lines about requests, and characters of the page. */
const storyMax = 60;
const shownMax = 3000;
/** How late an answer comes at most for each of these times, in ms. */
const lateMs = 60;

/** A browser before a server. */
export interface Visits {
  /** Opens a browser of one person; ends with the test, which fails where the page complained or asked another server. */
  visit(context: TestContext, person?: Person): Promise<Page>;
  close(): Promise<void>;
}

export type World = Visits & Site;

export interface Person {
  /** User name; anonymous without. */
  as?: string;
  /** Of the window, in pixels. */
  width?: number;
  /** Of the browser, such as fr-FR. */
  locale?: string;
  appearance?: 'light' | 'dark';
  /** Complaints of the page that this journey provokes, such as an answer 412. */
  expected?: RegExp;
}

const builtPages = new URL('../../web/dist/index.html', import.meta.url);

/** As `startSite`, and a browser where there is one: tests skip without, but for TEPAL_REQUIRE_ALL=1. */
export async function openWorld(settings = '', archives: readonly string[] = []): Promise<World> {
  const site = await openSite(settings, archives);
  const visits = await openVisitsOf(site.app);
  return {
    ...site,
    visit: visits.visit,
    async close() {
      await visits.close();
      await site.close();
    },
  };
}

/** A browser before this app, by default that of all journeys. */
export const openVisitsOf = async (app: TestApp, loan?: BrowserLoan): Promise<Visits> => {
  assert.ok(existsSync(builtPages), 'the pages are not built: npm run build');
  return openVisits(app.base, (opened, username) => signIn(opened, app, username), loan);
};

/** The browser of a server that the caller starts and ends. */
export async function openVisits(
  base: string,
  begin: (opened: BrowserContext, username: string) => Promise<void>,
  loan: BrowserLoan = sharedBrowser,
): Promise<Visits> {
  let browser: Browser | undefined;
  let whyNot = '';
  try {
    browser = await loan.borrow();
  } catch (error) {
    if (process.env['TEPAL_REQUIRE_ALL'] === '1') throw error;
    whyNot = error instanceof Error ? error.message : String(error);
  }
  return {
    async visit(context, person = {}) {
      if (browser === undefined) {
        context.skip(`no browser: ${whyNot}`);
        throw new Error('skipped');
      }
      const opened = await browser.newContext({
        baseURL: base,
        viewport: { width: person.width ?? 1280, height: 900 },
        locale: person.locale ?? 'en-GB',
        timezoneId: 'Europe/Paris',
        colorScheme: person.appearance ?? 'light',
        reducedMotion: 'reduce',
      });
      if (person.as !== undefined) await begin(opened, person.as);
      const page = await opened.newPage();
      page.setDefaultTimeout(stepTimeoutMs);
      if (slowness > 1) await slowDown(page);
      const complaints = watch(page, base, person.expected);
      const story = followAnswers(page, base);
      context.after(async () => {
        if (!context.passed) context.diagnostic(await describe(page, story));
        await opened.close();
        assert.deepEqual(complaints, [], 'what the page complained of');
      });
      return page;
    },
    async close() {
      if (browser !== undefined) await loan.giveBack();
    },
  };
}

async function signIn(opened: BrowserContext, app: TestApp, username: string): Promise<void> {
  // Makes sure that the account has the test password.
  await app.call('/api/users/self', { as: username });
  const answer = await opened.request.post('/api/sessions', { data: { username, password: testPassword } });
  assert.equal(answer.status(), 201, await answer.text());
}

/**
 * Makes pages as slow as on a busy machine, so that journeys that rely on haste are found: their processor works this many
 * times as long, and answers of the API come late, in an order of their own.
 */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await page.context().route('**/api/**', async (route) => {
    await setTimeout(Math.random() * slowness * lateMs);
    // A page that is gone meanwhile needs no answer.
    await route.fallback().catch(() => undefined);
  });
}

/** Errors and warnings of the console, errors that nothing caught, and requests that leave the server. */
function watch(page: Page, base: string, expected: RegExp | undefined): string[] {
  const complaints: string[] = [];
  const note = (text: string): void => {
    // A server on a busy machine may say so; pages then ask again.
    if (/ status of 503 /.test(text) || expected?.test(text) === true) return;
    complaints.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      note(`${message.text()} ${message.location().url} at ${page.url()}`);
  });
  page.on('pageerror', (error) => note(error.message));
  // Only Chromium says in its console what was refused.
  if (page.context().browser()?.browserType().name() !== 'chromium')
    page.on('response', (answer) => noteRefusal(answer, note));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(base) && !/^(?:data|blob):/.test(url)) note(`asked ${url}`);
  });
  return complaints;
}

function noteRefusal(answer: Response, note: (text: string) => void): void {
  if (answer.status() >= 400) note(`the server responded with a status of ${answer.status()} ${answer.url()}`);
}

/** What the server answered to a page lately, a line each. */
function followAnswers(page: Page, base: string): string[] {
  const story: string[] = [];
  const startMs = Date.now();
  const note = (what: string, request: Request): void => {
    story.push(`${Date.now() - startMs} ms: ${what} ${request.method()} ${request.url().replace(base, '')}`);
    if (story.length > storyMax) story.shift();
  };
  page.on('request', (request) => note('asked', request));
  page.on('response', (response) => note(String(response.status()), response.request()));
  page.on('requestfailed', (request) => note(request.failure()?.errorText ?? 'failed', request));
  return story;
}

/** What a page showed where a journey failed, as nobody can look at it later. */
async function describe(page: Page, story: readonly string[]): Promise<string> {
  const shown = await Promise.race([
    page.evaluate<string>('document.body.innerText'),
    setTimeout(5000, 'nothing: it is stuck'),
  ]).catch((error: unknown) => String(error));
  return `${page.url()} after ${story.join('\n')}\nshows ${shown.slice(0, shownMax)}`;
}

/** Lets what is sent to a path with this method wait; the first is awaited by `sent`. */
export async function hold(page: Page, path: string, method: 'PATCH' | 'POST' | 'PUT') {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() === method) await held;
    await route.continue();
  });
  const sent = page.waitForRequest((request) => request.method() === method && request.url().endsWith(`/api${path}`));
  return { sent, letGo };
}

/** Drags by the upper left of one thing to the upper edge of another, as a hand does it. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  assert.ok(start && end);
  await page.mouse.move(start.x + 60, start.y + 12);
  await page.mouse.down();
  await page.mouse.move(end.x + 60, end.y + 12, { steps: 4 });
  await page.mouse.move(end.x + 60, end.y + 4, { steps: 2 });
  await page.mouse.up();
}

/**
 * Fails for what axe finds wrong by WCAG 2.2 AA, on the page with what is open on it. It looks at each page once in a process,
 * light and dark, with no dialog open and with each of its dialogs, menus and lists.
 */
export async function assertAccessible(page: Page): Promise<void> {
  const look = await page.evaluate<string>(describeLook);
  if (accessible.has(look)) return;
  let faults = await findFaults(page, wcagRules);
  if (faults.some((fault) => fault.includes('partially obscured'))) {
    // What a bar that stays in sight covers in half at one position is whole at another.
    for (const by of [barHeight, -barHeight]) {
      await page.evaluate(`scrollBy(0, ${by})`);
      const there = await findFaults(page, wcagRules);
      faults = faults.filter((fault) => there.includes(fault));
    }
  }
  assert.deepEqual(faults, []);
  accessible.add(look);
}

/** More than the height of the head of a page and of a target, in CSS pixels. */
const barHeight = 90;

const accessible = new Set<string>();

/** Fails for what is too small to be hit: with the fonts of this machine, as lines are as high as their letters. */
export async function assertTargets(page: Page): Promise<void> {
  assert.deepEqual(await findFaults(page, { type: 'rule', values: ['target-size'] }), [], page.url());
}

const contrastRule: Rules = { type: 'rule', values: ['color-contrast'] };

/** Changes of colour are transitions, even if short ones. */
const nextFrame = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/**
 * As `assertAccessible`, in the first of these looks; in the others, for which the page is not loaded again, it fails where a
 * text is too faint on what it stands on: a look changes colours alone.
 */
export async function assertAccessibleIn(
  page: Page,
  looks: readonly Readonly<Record<string, string>>[],
): Promise<void> {
  for (const [index, look] of looks.entries()) {
    await page.evaluate(`Object.assign(document.documentElement.dataset, ${JSON.stringify(look)}), ${nextFrame}`);
    const faults = await findFaults(page, index === 0 ? wcagRules : contrastRule);
    assert.deepEqual(faults, [], `in ${Object.values(look).join(', ')}`);
  }
}

// Evaluated by the debugger, which no policy of the page holds up.
const findFaults = (page: Page, runOnly: Rules): Promise<string[]> =>
  findFaultsBy((expression) => page.evaluate<unknown>(expression), runOnly);
