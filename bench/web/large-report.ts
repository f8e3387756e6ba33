// A report over very many artifacts: opening it, sorting, filtering, scrolling.
import type { Page } from 'playwright-core';
import { rowsWanted, scrollRows, timeUntil } from './page-clock.ts';
import { rowSelector, waitForRows } from './stage.ts';
import type { Stage } from './stage.ts';

const rowPixels = 36;
const rowsScrolled = 10_000;
/** As fast as a thrown wheel, about 80 rows a frame. */
const pixelsPerFrame = 2880;
/** What the address says of a report as it is saved, whatever the person's last visit left. */
const unsorted = '?sort=';

/** The rows are there, and they are those that were asked for last. */
const hasRows = `document.querySelectorAll(${JSON.stringify(rowSelector)}).length >= ${rowsWanted}
  && document.querySelector('[data-asking]') === null`;

/** Says how many there are, which other rows change. */
const sizeShown = `document.querySelector('[data-testid="report-size"]')?.textContent`;
/** Two words that stand beside each other, so that some have them and most do not. */
const phrases = ['order receipt', 'week customer', 'invoice name', 'token branch', 'picture report'];

const sortButtons = `document.querySelectorAll('[role=columnheader][aria-sort] > button:first-child')`;
/** A click on a head that sorts; each round another one, and none twice in a visit. */
const clickHead = (round: number): string => `${sortButtons}[${round} % ${sortButtons}.length].click()`;
const isSorted = `document.querySelector('[aria-sort="ascending"]') !== null`;

interface ReportTimes {
  open: number[];
  sort: number[];
  filter: number[];
  words: number[];
}

/** ms until the rows are painted: the address opened by a browser that knows the application, a head clicked, a key for what is one's own, words typed. */
export async function measureReport(stage: Stage): Promise<ReportTimes> {
  const page = await stage.open(stage.reportPath);
  const times: ReportTimes = { open: [], sort: [], filter: [], words: [] };
  for (let round = 0; round < stage.rounds; round += 1) {
    await page.goto(stage.base + stage.reportPath + unsorted);
    times.open.push(
      await page.evaluate<number>(`(async () => { await ${timeUntil('', hasRows)}; return performance.now(); })()`),
    );
    times.sort.push(await page.evaluate<number>(timeUntil(clickHead(round), `${isSorted} && ${hasRows}`)));
    await page.goto(stage.base + stage.reportPath + unsorted);
    await waitForRows(page);
    times.filter.push(await filtered(page, '/[?&]where=/', () => page.keyboard.press('m')));
    await page.goto(stage.base + stage.reportPath + unsorted);
    await waitForRows(page);
    const field = page.getByRole('main').getByRole('searchbox').first();
    await field.fill(`"${phrases[round % phrases.length]}"`);
    times.words.push(await filtered(page, '/[?&]q=/', () => field.press('Enter')));
  }
  await page.context().close();
  return times;
}

/** ms from a key to the rows that it left. */
async function filtered(page: Page, address: string, press: () => Promise<void>): Promise<number> {
  const before = JSON.stringify(await page.evaluate<string>(sizeShown));
  const shown = page.evaluate<number>(
    timeUntil('', `${address}.test(location.search) && ${sizeShown} !== ${before} && ${hasRows}`),
  );
  await press();
  return shown;
}

/** ms of each frame while 10,000 rows go by. */
export async function measureScrolling(stage: Stage): Promise<{ frames: number[]; rows: number }> {
  const page = await stage.open(stage.reportPath + unsorted);
  await waitForRows(page);
  const pixels = rowPixels * rowsScrolled;
  const { frames, top } = await page.evaluate<{ frames: number[]; top: number }>(
    scrollRows(rowSelector, pixels, pixelsPerFrame),
  );
  await page.context().close();
  return { frames, rows: Math.round(top / rowPixels) };
}
