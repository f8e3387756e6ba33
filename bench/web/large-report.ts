// A report over very many artifacts: opening it, sorting, filtering, scrolling.
import { rowsWanted, scrollRows, timeUntil } from './page-clock.ts';
import { rowSelector, waitForRows } from './stage.ts';
import type { Stage } from './stage.ts';

const rowPixels = 36;
const rowsScrolled = 10_000;
/** As fast as a thrown wheel, about 80 rows a frame. */
const pixelsPerFrame = 2880;

const firstRow = `document.querySelector(${JSON.stringify(rowSelector)})?.getAttribute('href')`;
const hasRows = `document.querySelectorAll(${JSON.stringify(rowSelector)}).length >= ${rowsWanted}`;

/** A click on one of the two first heads that sort. */
const clickHead = (index: number): string =>
  `document.querySelectorAll('main :is(th, [role=columnheader]) :is(button, [role=button], a)')[${index}].click()`;

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
    await page.goto(stage.base + stage.reportPath);
    times.open.push(
      await page.evaluate<number>(`(async () => { await ${timeUntil('', hasRows)}; return performance.now(); })()`),
    );
    const before = JSON.stringify(await page.evaluate<string>(firstRow));
    const sort = timeUntil(clickHead(round % 2), `${hasRows} && ${firstRow} !== ${before}`);
    times.sort.push(await page.evaluate<number>(sort));
    const field = page.getByRole('main').getByRole('searchbox').or(page.getByRole('main').getByRole('textbox')).first();
    await field.fill(words[round % words.length] ?? 'order');
    const sorted = JSON.stringify(await page.evaluate<string>(firstRow));
    const filtered = page.evaluate<number>(
      timeUntil('', `location.search.includes('q=') && ${hasRows} && ${firstRow} !== ${sorted}`),
    );
    await field.press('Enter');
    times.filter.push(await filtered);
  }
  await page.context().close();
  return times;
}

/** ms of each frame while 10,000 rows go by. */
export async function measureScrolling(stage: Stage): Promise<{ frames: number[]; rows: number }> {
  const page = await stage.open(stage.reportPath);
  await waitForRows(page);
  const pixels = rowPixels * rowsScrolled;
  const { frames, top } = await page.evaluate<{ frames: number[]; top: number }>(
    scrollRows(rowSelector, pixels, pixelsPerFrame),
  );
  await page.context().close();
  return { frames, rows: Math.round(top / rowPixels) };
}
