// `npm run screenshots -- FOLDER [--only NAME,…] [--url URL --password WORD]`: pictures of every page on the sample projects,
// light, dark and on a phone, to be looked at. Against a server of its own, or one that `tepal evaluate` started.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser } from '../../test/support/browser.ts';
import { listPages, settle } from '../../test/web/pages.ts';
import type { PageExample } from '../../test/web/pages.ts';

const looks = {
  light: { width: 1280, height: 800, colorScheme: 'light', locale: 'en-GB' },
  dark: { width: 1280, height: 800, colorScheme: 'dark', locale: 'en-GB' },
  phone: { width: 390, height: 844, colorScheme: 'light', locale: 'fr-FR' },
} as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    looks: { type: 'string', default: Object.keys(looks).join(',') },
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    user: { type: 'string', default: 'ana' },
    password: { type: 'string', default: 'welcome-ana' },
  },
});
const folder = positionals[0] ?? 'screenshots';
const stepTimeoutMs = 10_000;
const only = values.only?.split(',');

async function signIn(context: BrowserContext): Promise<void> {
  const answer = await context.request.post('/api/sessions', {
    data: { username: values.user, password: values.password },
  });
  if (!answer.ok()) throw new Error(`sign-in answers ${answer.status()}: ${await answer.text()}`);
}

async function takePictures(browser: Browser, name: keyof typeof looks, pages: readonly PageExample[]): Promise<void> {
  const { width, height, colorScheme, locale } = looks[name];
  const options = {
    baseURL: values.url,
    viewport: { width, height },
    colorScheme,
    locale,
    reducedMotion: 'reduce',
  } as const;
  const signedIn = await browser.newContext(options);
  await signIn(signedIn);
  const anonymous = await browser.newContext(options);
  for (const { address, name: page, as } of pages) {
    const tab = await (as === undefined ? anonymous : signedIn).newPage();
    await tab.goto(address);
    tab.setDefaultTimeout(stepTimeoutMs);
    await settle(tab).catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
    const path = join(folder, `${page}-${name}.png`);
    await tab.screenshot({ path, fullPage: name === 'phone' });
    console.log(path);
    await tab.close();
  }
  await signedIn.close();
  await anonymous.close();
}

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
const pages = listPages().filter(({ name }) => only === undefined || only.includes(name));
for (const name of values.looks.split(',')) {
  if (name === 'light' || name === 'dark' || name === 'phone') await takePictures(browser, name, pages);
}
await browser.close();
