// What pages are measured on: a server with a tracker of many artifacts, a browser, a person who is signed in.
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { addAccounts } from '../content/many-accounts.ts';
import { fillLargeFolder } from '../content/million-folder.ts';
import { password } from '../content/filled-folder.ts';
import { memberName } from '../content/project-archive.ts';
import { buildTepal, openWorkplace } from '../measuring/workplace.ts';
import { startServer } from '../servers/tepal-server.ts';
import { launchBrowser } from '../../test/support/browser.ts';
import { rowsWanted } from './page-clock.ts';

/** A row of a report whose artifact is there. */
export const rowSelector = '[data-testid="report-rows"] [role="row"]:has(a[href^="/artifacts/"])';
const stepTimeoutMs = 60_000;
const Trackers = Type.Array(Type.Object({ id: Type.Integer() }));
const Projects = Type.Array(Type.Object({ id: Type.Integer() }));

/** A member by number, or who administers the site. */
type Person = number | 'root';

export interface Stage {
  base: string;
  browser: Browser;
  rounds: number;
  reportPath: string;
  /** Ids of artifacts that the report shows without scrolling, in its order. */
  artifactIds: readonly number[];
  signIn(context: BrowserContext, person?: Person): Promise<void>;
  /** A window of somebody, at this path, with its data. */
  open(path: string, person?: Person): Promise<Page>;
  close(): Promise<void>;
}

/** Builds, fills a folder (or takes a filled one) and starts everything. */
export async function openStage(
  artifacts: number,
  rounds: number,
  dataDir: string | undefined,
  accounts = 0,
): Promise<Stage> {
  buildTepal();
  const workplace = openWorkplace();
  const folder = dataDir ?? join(workplace.folder, 'data');
  await fillLargeFolder(folder, artifacts);
  if (accounts > 0) await addAccounts(folder, accounts);
  await workplace.runTepal(['search', 'reindex', '--continue', '--data', folder]);
  const server = await startServer(workplace, folder);
  await server.settle();
  const base = `http://127.0.0.1:${server.port}`;
  // Without it, what gives exact sizes of the heap is rounded.
  const browser = await launchBrowser(['--enable-precise-memory-info']);
  const signIn = async (context: BrowserContext, person: Person = 0): Promise<void> => {
    const data = { username: person === 'root' ? person : memberName(person), password };
    const answer = await context.request.post(`${base}/api/sessions`, { data });
    if (!answer.ok()) throw new Error(`POST /api/sessions answers ${answer.status()}: ${await answer.text()}`);
  };
  const open = async (path: string, person: Person = 0): Promise<Page> => {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
    await signIn(context, person);
    const page = await context.newPage();
    page.setDefaultTimeout(stepTimeoutMs);
    await page.goto(base + path);
    await page.locator('h1').first().waitFor();
    return page;
  };
  const context = await browser.newContext();
  await signIn(context);
  const read = async (path: string): Promise<unknown> =>
    (await context.request.get(base + path, { headers: { origin: base } })).json();
  const [project] = Value.Parse(Projects, await read('/api/projects?limit=1'));
  // Boards that are measured make others.
  const trackers = Value.Parse(Trackers, await read(`/api/projects/${project?.id}/trackers?limit=50`));
  await context.close();
  const reportPath = `/trackers/${Math.min(...trackers.map(({ id }) => id))}`;
  const report = await open(reportPath);
  await waitForRows(report);
  const artifactIds = await report.evaluate<number[]>(shownIds);
  await report.context().close();
  return {
    base,
    browser,
    rounds,
    reportPath,
    artifactIds,
    signIn,
    open,
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}

/** Ids of the rows in sight. */
const shownIds = `[...document.querySelectorAll(${JSON.stringify(rowSelector)})]
  .filter((row) => row.getBoundingClientRect().bottom < innerHeight)
  .map((row) => Number(/\\d+/.exec(row.querySelector('a[href^="/artifacts/"]').getAttribute('href'))[0]))`;

/** Waits until the report shows its rows. */
export const waitForRows = (page: Page): Promise<void> =>
  page
    .locator(rowSelector)
    .nth(rowsWanted - 1)
    .waitFor();
