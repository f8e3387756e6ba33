// The browser of tests and measurements. It is unpacked once per checkout, and files of tests that share a process share it.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, firefox } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
/** How long a step in a page may take, in ms: a slow hour takes many times what a quiet one does. */
export const stepTimeoutMs = 60_000;
/** How long a browser that nobody uses stays, in ms: until the next file of tests in this process has begun. */
const lingerMs = 2000;

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** @sparticuz/chromium brings a browser for Linux, packed, which takes seconds to unpack; elsewhere CHROMIUM_PATH may name one. */
async function findBrowser(): Promise<string> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined) return named;
  const version = versionOf(readFileSync(join(modules, '@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(modules, '.cache', `browser-${version}`);
  const kept = join(folder, 'chromium');
  if (!existsSync(kept)) await unpackBrowser(folder);
  return kept;
}

/** The package unpacks to the folder for temporary files, of which this gives it one of its own. */
async function unpackBrowser(folder: string): Promise<void> {
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  const program = `await (await import('@sparticuz/chromium')).default.executablePath()`;
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: modules,
      env: { ...process.env, TMPDIR: part },
    });
    renameSync(part, folder);
  } catch (error) {
    // Somebody else was as quick.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

const versionOf = (manifest: string): string => /"version": "([^"]+)"/.exec(manifest)?.[1] ?? 'unknown';

/** Throws where there is no browser for this machine. `more` are further flags of it. */
export const launchBrowser = async (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: await findBrowser(), headless: true, args: [...flags, ...more] });

/** A browser as somebody uses it day after day: what it keeps is in this folder. Throws as `launchBrowser`. */
export const launchProfile = async (folder: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { executablePath: await findBrowser(), args: flags, ...options });

let shared: Promise<Browser> | undefined;
let users = 0;
let closing: NodeJS.Timeout | undefined;

/** A browser for as long as somebody needs it. */
export interface BrowserLoan {
  /** Throws where there is none. */
  borrow(): Promise<Browser>;
  giveBack(): Promise<void>;
}

async function borrowBrowser(): Promise<Browser> {
  clearTimeout(closing);
  users += 1;
  shared ??= launchBrowser();
  try {
    return await shared;
  } catch (error) {
    users -= 1;
    shared = undefined;
    throw error;
  }
}

async function giveBrowserBack(): Promise<void> {
  users -= 1;
  if (users > 0) return;
  closing = setTimeout(() => {
    const unused = shared;
    shared = undefined;
    void unused?.then((browser) => browser.close());
  }, lingerMs);
}

/** The browser that tests of this process share. */
export const sharedBrowser: BrowserLoan = { borrow: borrowBrowser, giveBack: giveBrowserBack };

interface RealBrowser {
  name: string;
  /** Of its program, where Debian and other systems have it; the first that is there counts. */
  paths: readonly string[];
  launch(path: string): Promise<Browser>;
}

const realBrowsers: readonly RealBrowser[] = [
  {
    name: 'Chromium',
    paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
    // The mode without a window that is the whole browser, with the boxes that it opens by itself.
    launch: (executablePath) =>
      chromium.launch({ executablePath, headless: false, args: ['--headless=new', '--disable-quic', ...flags] }),
  },
  {
    name: 'Firefox',
    paths: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
    // The channel says that it is no build of Playwright's, and so driven by WebDriver BiDi.
    launch: (executablePath) => firefox.launch({ executablePath, channel: 'moz-firefox', headless: true }),
  },
];

/** The browsers that people have, as this machine has them, each for one borrower. */
export const loansOfRealBrowsers: readonly (BrowserLoan & { name: string })[] = realBrowsers.map(
  ({ name, paths, launch }) => {
    let browser: Browser | undefined;
    return {
      name,
      async borrow() {
        const path = paths.find(existsSync);
        if (path === undefined) throw new Error(`${name} is at none of ${paths.join(', ')}`);
        browser = await launch(path);
        return browser;
      },
      giveBack: async () => browser?.close(),
    };
  },
);
