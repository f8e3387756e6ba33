// A kanban of a thousand cards: opening it, and a card dragged over its columns.
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { timeUntil } from './page-clock.ts';
import type { Stage } from './stage.ts';

const cards = 1000;
const cardsInSight = 20;
const stepsOfDrag = 60;
const shown = `document.querySelectorAll('[data-card]').length >= ${cardsInSight}`;

const Made = Type.Object({ id: Type.Integer() });
const Tracker = Type.Object({
  id: Type.Integer(),
  project: Made,
  fields: Type.Array(Type.Object({ field_id: Type.Integer(), name: Type.String() })),
});
const Kanban = Type.Object({ id: Type.Integer(), columns: Type.Array(Made) });

/** Makes a tracker like the large one with so many artifacts, and a kanban of it; gives its address. */
export async function makeBoard(stage: Stage): Promise<string> {
  const context = await stage.browser.newContext();
  await stage.signIn(context);
  const headers = { origin: stage.base };
  const ask = async (path: string, data?: unknown): Promise<unknown> => {
    const url = `${stage.base}/api/${path}`;
    const answer = await context.request.fetch(url, { method: data === undefined ? 'GET' : 'POST', headers, data });
    if (!answer.ok()) throw new Error(`${path} answers ${answer.status()}: ${await answer.text()}`);
    return answer.json();
  };
  const large = Value.Parse(Tracker, await ask(stage.reportPath.slice(1)));
  const names = { label: 'Items', item_name: `items_${Date.now()}` };
  const { id } = Value.Parse(
    Made,
    await ask('trackers', { project: { id: large.project.id }, ...names, template_id: large.id }),
  );
  const { fields } = Value.Parse(Tracker, await ask(`trackers/${id}`));
  const made = Value.Parse(Made, await ask('kanban', { label: 'Items', tracker_id: id, is_promoted: false }));
  const { columns } = Value.Parse(Kanban, await ask(`kanban/${made.id}`));
  const [summary, status] = ['summary', 'status'].map((name) => fields.find((field) => field.name === name)?.field_id);
  const items = Array.from({ length: cards }, (_, index) => ({
    tracker: { id },
    values: [
      { field_id: summary, value: `Item ${index} of a board that a team has in its room` },
      { field_id: status, bind_value_ids: [columns[index % columns.length]?.id] },
    ],
  }));
  await ask('artifacts/batch', { items });
  await context.close();
  return `/kanban/${made.id}`;
}

/** ms until the cards of an opened board are painted, by a browser that knows the application. */
export async function measureBoard(stage: Stage, path: string): Promise<number[]> {
  const page = await stage.open(path);
  const times: number[] = [];
  for (let round = 0; round < stage.rounds; round += 1) {
    await page.goto(stage.base + path);
    times.push(
      await page.evaluate<number>(`(async () => { await ${timeUntil('', shown)}; return performance.now(); })()`),
    );
  }
  await page.context().close();
  return times;
}

const recordFrames = `(() => {
  window.benchFrames = [];
  let last = performance.now();
  const note = (now) => {
    window.benchFrames.push(now - last);
    last = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(note); });
})()`;

async function centreOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is nowhere`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** ms of each frame while a card is taken from the first column over the others and put into the last. */
export async function measureDrag(stage: Stage, path: string): Promise<number[]> {
  const page = await stage.open(path);
  await page.locator('[data-card]').first().waitFor();
  const columns = page.locator('section:has([data-card])');
  const last = await columns.last().boundingBox();
  const start = await centreOf(page, 'section:has([data-card]) >> nth=0 >> [data-card] >> nth=0');
  if (last === null) throw new Error('the board has no columns');
  await page.evaluate(recordFrames);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (let step = 1; step <= stepsOfDrag; step += 1) {
    const part = step / stepsOfDrag;
    const x = start.x + (Math.min(last.x + last.width / 2, 1200) - start.x) * part;
    await page.mouse.move(x, start.y + 300 * part);
  }
  await page.mouse.up();
  const frames = await page.evaluate<number[]>('window.benchFrames');
  await page.context().close();
  return frames;
}
