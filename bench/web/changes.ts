// From page to page, from key to picture, from another person's change to one's own screen, and what an hour of it leaves behind.
import type { Page } from 'playwright-core';
import { inputClock, inputsReach, rowsWanted, timeOfText, timeUntil } from './page-clock.ts';
import { rowSelector, waitForRows } from './stage.ts';
import type { Stage } from './stage.ts';

/** What a prefetch may take before the click comes anyway, in ms. */
const prefetchTimeoutMs = 2000;
const inputs = 100;
const hourOfChanges = 500;
const mb = 1_000_000;

/** The artifact is there with its fields, and the report that was there before is gone. */
const isShown = (path: string): string =>
  `location.pathname === ${JSON.stringify(path)} && document.querySelector(${JSON.stringify(rowSelector)}) === null
   && document.querySelector('[class*="skeleton"]') === null && document.querySelector('main h1') !== null`;
const hasRows = `document.querySelectorAll(${JSON.stringify(rowSelector)}).length >= ${rowsWanted}`;
const linkTo = (path: string): string => `main a[href="${path}"]`;
const click = (path: string): string => `document.querySelector(${JSON.stringify(linkTo(path))}).click()`;

/** As people do: the pointer comes first, and what it announces is read meanwhile. */
async function hover(page: Page, path: string, api: string): Promise<void> {
  const arrived = page
    .waitForResponse((response) => response.url().includes(api), { timeout: prefetchTimeoutMs })
    .then((response) => response.finished())
    .catch(() => undefined);
  await page.locator(linkTo(path)).first().hover();
  await arrived;
}

/** ms from the click on a row of the report until its artifact is painted. */
export async function measureToArtifact(stage: Stage, isPrefetched: boolean): Promise<number[]> {
  const page = await stage.open(stage.reportPath);
  const times: number[] = [];
  // The first takes the code along, and is not counted.
  for (const id of stage.artifactIds.slice(0, stage.rounds + 1)) {
    const path = `/artifacts/${id}`;
    await waitForRows(page);
    if (isPrefetched) await hover(page, path, `/api/artifacts/${id}`);
    times.push(await page.evaluate<number>(timeUntil(click(path), isShown(path))));
    await page.goBack();
  }
  await page.context().close();
  return times.slice(1);
}

/** ms from the click on the tracker's name above an artifact until the rows of its report are painted. */
export async function measureToReport(stage: Stage, isPrefetched: boolean): Promise<number[]> {
  const page = await stage.open(stage.reportPath);
  const times: number[] = [];
  for (const id of stage.artifactIds.slice(0, stage.rounds)) {
    // A new document, which has no data of the report yet.
    await page.goto(`${stage.base}/artifacts/${id}`);
    await page.locator(linkTo(stage.reportPath)).first().waitFor();
    if (isPrefetched) await hover(page, stage.reportPath, `/api${stage.reportPath}/artifacts`);
    times.push(await page.evaluate<number>(timeUntil(click(stage.reportPath), hasRows)));
  }
  await page.context().close();
  return times;
}

/** ms from each of a hundred keys to the frame that shows what it did. */
export async function measureInputs(stage: Stage): Promise<number[]> {
  const page = await stage.open(stage.reportPath);
  await waitForRows(page);
  await page.evaluate(inputClock);
  for (let count = 0; count < inputs; count += 1) {
    const seen = page.evaluate(inputsReach(count + 1));
    await page.keyboard.press(count % 20 < 12 ? 'j' : 'k');
    await seen;
  }
  const times = await page.evaluate<number[]>('window.benchInputs');
  await page.context().close();
  return times;
}

/** ms from another person's request to the moment when its words are on the screen. */
export async function measureOthersChange(stage: Stage): Promise<number[]> {
  // The first may be one of those for administrators alone; none is that stands beside one.
  const [, id] = stage.artifactIds;
  const page = await stage.open(`/artifacts/${id}`);
  const other = await stage.browser.newContext();
  await stage.signIn(other, 1);
  const times: number[] = [];
  for (let round = -1; round < stage.rounds; round += 1) {
    const words = `said-in-round-${round + 1}-of-${stage.rounds}`;
    const seen = page.evaluate<number>(timeOfText(words));
    const startMs = Date.now();
    const answer = await other.request.put(`${stage.base}/api/artifacts/${id}`, {
      headers: { origin: stage.base },
      data: { values: [], comment: { body: words, format: 'text' } },
    });
    if (!answer.ok()) throw new Error(`PUT answers ${answer.status()}: ${await answer.text()}`);
    times.push((await seen) - startMs);
  }
  await other.close();
  await page.context().close();
  return times.slice(1);
}

/** MB of the heap after so many changes of page, garbage collected. */
export async function measureHeap(stage: Stage, isQuick: boolean): Promise<{ early: number; late: number }> {
  const page = await stage.open(stage.reportPath);
  const session = await page.context().newCDPSession(page);
  const readMb = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / mb;
  };
  const changes = isQuick ? hourOfChanges / 10 : hourOfChanges;
  let early = 0;
  for (let done = 0; done < changes; done += 2) {
    const path = `/artifacts/${stage.artifactIds[(done / 2) % stage.artifactIds.length]}`;
    await waitForRows(page);
    await page.evaluate(timeUntil(click(path), isShown(path)));
    await page.evaluate(timeUntil('history.back()', hasRows));
    if (done === changes / 5) early = await readMb();
  }
  const late = await readMb();
  await page.context().close();
  return { early, late };
}
