// A report over very many artifacts: opening it, sorting, filtering, scrolling.
import { rowsWanted, scrollRows, timeUntil } from './page-clock.ts';
import { rowSelector, waitForRows } from './stage.ts';
import type { Stage } from './stage.ts';

const rowPixels = 36;
const rowsScrolled = 10_000;
/** As fast as a thrown wheel, about 80 rows a frame. */
const pixelsPerFrame = 2880;
/** What the address says of a report as it is saved, whatever the person's last visit left. */
const unsorted = '?sort=';

const firstRow = `document.querySelector(${JSON.stringify(`${rowSelector} a[href^="/artifacts/"]`)})?.getAttribute('href')`;
/** The rows are there, and they are those that were asked for last. */
const hasRows = `document.querySelectorAll(${JSON.stringify(rowSelector)}).length >= ${rowsWanted}
  && document.querySelector('[data-asking]') === null`;

const sortButtons = `document.querySelectorAll('[role=columnheader][aria-sort] > button:first-child')`;
/** A click on a head that sorts; each round another one, and none twice in a visit. */
const clickHead = (round: number): string => `${sortButtons}[${round} % ${sortButtons}.length].click()`;
const isSorted = `document.querySelector('[aria-sort="ascending"]') !== null`;

interface ReportTimes {
  open: number[];
  sort: number[];
  filter: number[];
}

/** ms until the rows are painted: the address opened by a browser that knows the application, a head clicked, words typed. */
export async function measureReport(stage: Stage): Promise<ReportTimes> {
  const page = await stage.open(stage.reportPath);
  const times: ReportTimes = { open: [], sort: [], filter: [] };
  const words = ['invoice', 'delivery', 'customer', 'archive', 'session', 'ticket', 'week', 'order', 'price', 'row'];
  for (let round = 0; round < stage.rounds; round += 1) {
    await page.goto(stage.base + stage.reportPath + unsorted);
    times.open.push(
      await page.evaluate<number>(`(async () => { await ${timeUntil('', hasRows)}; return performance.now(); })()`),
    );
    times.sort.push(await page.evaluate<number>(timeUntil(clickHead(round), `${isSorted} && ${hasRows}`)));
    await page.goto(stage.base + stage.reportPath + unsorted);
    await waitForRows(page);
    const field = page.getByRole('main').getByRole('searchbox').first();
    await field.fill(words[round % words.length] ?? 'order');
    const before = JSON.stringify(await page.evaluate<string>(firstRow));
    const filtered = page.evaluate<number>(
      timeUntil('', `/[?&]q=[a-z]/.test(location.search) && ${hasRows} && ${firstRow} !== ${before}`),
    );
    await field.press('Enter');
    times.filter.push(await filtered);
  }
  await page.context().close();
  return times;
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
