// Pages of administration where there is much to administer: every setting, all accounts, a tracker of very many fields and values.
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { timeUntil } from './page-clock.ts';
import type { Stage } from './stage.ts';

export const accounts = 10_000;
export const fields = 200;
export const listValues = 2000;

const settingsWanted = 100;
const rowsWanted = 20;

const Made = Type.Object({ id: Type.Integer() });
const Tracker = Type.Object({ project: Made });

const countIs = (selector: string, least: number): string =>
  `document.querySelectorAll(${JSON.stringify(selector)}).length >= ${least}`;

/** Makes a tracker with so many fields, one of them a list of very many values; gives its id. */
export async function makeWideTracker(stage: Stage): Promise<number> {
  const context = await stage.browser.newContext();
  await stage.signIn(context, 'root');
  const headers = { origin: stage.base };
  const ask = async (path: string, data?: unknown): Promise<unknown> => {
    const url = `${stage.base}/api/${path}`;
    const answer = await context.request.fetch(url, { method: data === undefined ? 'GET' : 'POST', headers, data });
    if (!answer.ok()) throw new Error(`${path} answers ${answer.status()}: ${await answer.text()}`);
    return answer.json();
  };
  const { project } = Value.Parse(Tracker, await ask(stage.reportPath.slice(1)));
  const names = { label: 'Wide', item_name: `wide_${Date.now()}` };
  const { id } = Value.Parse(Made, await ask('trackers', { project: { id: project.id }, ...names }));
  const values = Array.from({ length: listValues }, (_, index) => ({ label: `Value ${index}` }));
  await ask(`trackers/${id}/fields`, { type: 'sb', label: 'Long list', values });
  for (let index = 1; index < fields; index += 1)
    await ask(`trackers/${id}/fields`, { type: index % 2 === 0 ? 'string' : 'date', label: `Field ${index}` });
  await context.close();
  return id;
}

/** ms until what is counted is painted, by a browser that knows the application. */
async function opened(stage: Stage, path: string, condition: string): Promise<number[]> {
  const page = await stage.open(path, 'root');
  const times: number[] = [];
  for (let round = 0; round < stage.rounds; round += 1) {
    await page.goto(stage.base + path);
    times.push(
      await page.evaluate<number>(`(async () => { await ${timeUntil('', condition)}; return performance.now(); })()`),
    );
  }
  await page.context().close();
  return times;
}

export const measureSettings = (stage: Stage): Promise<number[]> =>
  opened(stage, '/admin/settings', countIs('main li code', settingsWanted));

export const measureAccounts = (stage: Stage): Promise<number[]> =>
  opened(stage, '/admin/accounts', countIs('main tbody tr', rowsWanted));

/** The form as it is designed. */
export const measureDesigner = (stage: Stage, trackerId: number): Promise<number[]> =>
  opened(stage, `/trackers/${trackerId}/administration`, countIs('main [data-element]', fields));

/** The form in which something is made. */
export const measureForm = (stage: Stage, trackerId: number): Promise<number[]> =>
  opened(stage, `/trackers/${trackerId}/new`, countIs('main [data-field] :is(input, button)', fields - 1));

/** ms from the last key in the field that finds accounts until those of these words alone are painted; the page waits for a rest of typing first. */
export async function measureFinding(stage: Stage): Promise<number[]> {
  const page = await stage.open('/admin/accounts', 'root');
  const field = page.getByRole('main').getByRole('textbox').first();
  const times: number[] = [];
  for (let round = 0; round < stage.rounds; round += 1) {
    const name = `colleague_${1000 + round}`;
    await field.fill(name.slice(0, -1));
    await page.locator('main tbody tr').first().waitFor();
    times.push(await typed(page, name));
    await field.fill('');
  }
  await page.context().close();
  return times;
}

async function typed(page: Page, name: string): Promise<number> {
  const shown = page.evaluate<number>(
    timeUntil(
      '',
      `document.querySelectorAll('main tbody tr').length === 1
      && document.querySelector('main tbody').textContent.includes(${JSON.stringify(name)})`,
    ),
  );
  await page.keyboard.press(name.slice(-1));
  return shown;
}
