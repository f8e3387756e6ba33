// People before pages without a browser: the whole program of the pages in a window of happy-dom, before the real server with the
// sample projects. What needs layout, style sheets or a browser's own behaviour is a journey, see test/web/journey.ts.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { describeLook, findFaultsBy, wcagRules } from './axe.ts';
import { createFinder, lookFor } from './locator.ts';
import type { Connect, Finder } from './locator.ts';
import { loadPages } from './pages-script.ts';
import { createTraffic, isAt } from './traffic.ts';
import type { Address, Traffic } from './traffic.ts';
import { openWindow } from './window.ts';
import type { Cookie } from './window.ts';
import { openSite } from './site.ts';
import type { Site } from './site.ts';

export interface Person {
  /** User name; anonymous without. */
  as?: string;
  /** Of the window, in pixels. */
  width?: number;
  /** Of the browser, such as fr-FR. */
  locale?: string;
  appearance?: 'light' | 'dark';
  /** Complaints of the page that this case provokes, such as an answer 412. */
  expected?: RegExp;
}

export interface Page extends Finder, Traffic {
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  goBack(): Promise<void>;
  url(): string;
  waitForURL(wanted: Address): Promise<void>;
  evaluate(expression: string): unknown;
  /** The document as it is now. */
  content(): string;
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
}

export interface World extends Site {
  /** Opens a window of one person; ends with the test, which fails where the page complained. */
  visit(context: TestContext, person?: Person): Promise<Page>;
}

/** Starts a server with the sample projects, and makes windows before it. */
export async function openWorld(settings = '', archives: readonly string[] = []): Promise<World> {
  const [site, script] = await Promise.all([openSite(settings, archives), loadPages()]);
  return {
    ...site,
    async visit(context, person = {}) {
      const complaints: string[] = [];
      const page = await openPage(site.app, person, script, complaints);
      context.after(async () => {
        await page.close();
        assert.deepEqual(complaints, [], 'what the page complained of');
      });
      return page;
    },
  };
}

async function signIn(app: TestApp, username: string): Promise<Cookie[]> {
  // Makes sure that the account has the test password.
  await app.call('/api/users/self', { as: username });
  const answer = await app.call('/api/sessions', { method: 'POST', body: { username, password: testPassword } });
  assert.equal(answer.status, 201, answer.text);
  return answer.headers.getSetCookie().map((line) => {
    const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return { key, value };
  });
}

async function openPage(
  app: TestApp,
  person: Person,
  script: Awaited<ReturnType<typeof loadPages>>,
  complaints: string[],
): Promise<Page & { close(): Promise<void> }> {
  const { traffic, onAsk, onAnswer } = createTraffic();
  const complain = (text: string): void => {
    // A server on a busy machine may say so; pages then ask again.
    if (!/ status of 503 /.test(text) && person.expected?.test(text) !== true) complaints.push(text);
  };
  const opened = openWindow({
    base: app.base,
    script,
    locale: person.locale ?? 'en-GB',
    width: person.width ?? 1280,
    appearance: person.appearance ?? 'light',
    cookies: person.as === undefined ? [] : await signIn(app, person.as),
    async onAsk(asked) {
      if (!asked.url.startsWith(app.base)) complain(`asked ${asked.url}`);
      return onAsk(asked);
    },
    onAnswer(asked) {
      const { status = 0, url } = asked;
      if (status >= 400) complain(`the server responded with a status of ${status} ${url}`);
      onAnswer(asked);
    },
    onComplaint: complain,
  });
  const connect: Connect = async (to) => {
    if (to === 'act') await opened.rest();
    return opened.driver();
  };
  return {
    ...createFinder(connect),
    ...traffic,
    goto: opened.goto,
    reload: opened.reload,
    goBack: opened.goBack,
    url: () => opened.url,
    async waitForURL(wanted) {
      await lookFor(
        async () => (isAt(wanted, opened.url) ? true : undefined),
        async () => `${opened.url} does not become ${String(wanted)}`,
      );
    },
    evaluate: opened.evaluate,
    content: () => String(opened.evaluate('document.documentElement.outerHTML')),
    keyboard: {
      press: async (key) => (await connect('act')).press(key),
      type: async (text) => (await connect('act')).type(text),
    },
    close: opened.close,
  };
}

/** What there is to see has to be judged in a browser, see test/web/every-page.browser.test.ts. */
const seen = ['color-contrast', 'target-size'];

const accessible = new Set<unknown>();

/** As that of journeys, as far as it is no question of layout and colours. */
export async function assertAccessible(page: Page): Promise<void> {
  const look = page.evaluate(describeLook);
  if (accessible.has(look)) return;
  assert.deepEqual(await findFaultsBy(page.evaluate, wcagRules, seen), []);
  accessible.add(look);
}

export type { Locator } from './locator.ts';
