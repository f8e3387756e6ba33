// The browser of tests and measurements. It is unpacked once per checkout, and files of tests that share a process share it.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
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

/** The browser that tests of this process share; give it back when done. Throws where there is none. */
export async function borrowBrowser(): Promise<Browser> {
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

export function giveBrowserBack(): void {
  users -= 1;
  if (users > 0) return;
  closing = setTimeout(() => {
    const unused = shared;
    shared = undefined;
    void unused?.then((browser) => browser.close());
  }, lingerMs);
}
