// The cumulative flow of a kanban against a slow count of every artifact on every day, over histories drawn at random.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { at, startApp } from '../../../test/support/harness.ts';
import type { TestApp } from '../../../test/support/harness.ts';
import { listAt, sampleFolder } from '../../../test/support/scenario.ts';

interface Step {
  atMs: number;
  /** Reference of a value; null: no status. */
  status: string | null;
}

const artifactsCount = 120;
const firstMs = new Date(2026, 1, 20).getTime();
const dayMs = 86_400_000;
/** Around the change to summer time, where a day has 23 hours in many places. */
const [start, end] = ['2026-02-25', '2026-04-20'];

/** The same numbers each time: a linear congruential generator. */
function createDraw(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

function drawHistories(statuses: readonly string[]): Step[][] {
  const draw = createDraw(7);
  return Array.from({ length: artifactsCount }, () => {
    let atMs = firstMs + draw(40) * dayMs + draw(24) * 3_600_000;
    return Array.from({ length: 1 + draw(7) }, (_, index): Step => {
      // Some changes are on the stroke of midnight.
      atMs += index === 0 ? 0 : 60_000 + draw(6 * 24 * 60) * 60_000;
      if (draw(4) === 0) atMs = new Date(atMs).setHours(24, 0, 0, 0);
      const status = index === 0 && draw(3) === 0 ? null : (statuses[draw(statuses.length)] ?? null);
      return { atMs, status };
    });
  });
}

const writeArtifact = (steps: readonly Step[], index: number): string =>
  `<artifact id="${index + 1}">${steps
    .map(
      (
        { atMs, status },
        place,
      ) => `<changeset id="CS_${index}_${place}"><submitted_by format="username">ana</submitted_by>
<submitted_on format="ISO8601">${new Date(atMs).toISOString()}</submitted_on><comments/>
${place === 0 ? `<field_change field_name="title" type="string"><value>Item ${index}</value></field_change>` : ''}
${status === null ? '' : `<field_change field_name="status" type="list" bind="static"><value format="id">${status}</value></field_change>`}</changeset>`,
    )
    .join('')}</artifact>`;

let app: TestApp;
let histories: Step[][] = [];
let labels = new Map<string, string>();
let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-flow-'));
  const archive = join(folder, 'kanban');
  await cp(sampleFolder('kanban'), archive, { recursive: true });
  const path = join(archive, 'project.xml');
  const xml = await readFile(path, 'utf8');
  const field = /<formElement [^>]*ID="F111".*?<\/formElement>/s.exec(xml)?.[0] ?? '';
  labels = new Map(
    Array.from(field.matchAll(/<item (?=[^>]*ID="([^"]+)")(?=[^>]*label="([^"]+)")/g), ([, id = '', label = '']) => [
      id,
      label,
    ]),
  );
  assert.ok(labels.size > 3);
  histories = drawHistories([...labels.keys()]);
  await writeFile(
    path,
    xml.replace(/<artifacts>.*<\/artifacts>/s, () => `<artifacts>${histories.map(writeArtifact).join('')}</artifacts>`),
  );
  app = await startApp({ archives: [archive] });
});
after(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

it('is exact for each column on each day', async () => {
  const query = `start_date=${start}&end_date=${end}&interval_between_point=1`;
  const answer = await app.call(`/api/kanban/1/cumulative_flow?${query}`, { as: 'ana' });
  assert.equal(answer.status, 200, answer.text);
  const columns = listAt(answer.json, 'columns');
  const open = new Set(columns.map((column) => String(at(column, 'label'))));
  const days = listAt(columns[0], 'values').map((value) => String(at(value, 'start_date')));
  assert.equal(days.length, 55);
  const columnOf = (steps: readonly Step[], midnightMs: number): string | undefined => {
    const past = steps.filter(({ atMs }) => atMs <= midnightMs);
    if (past.length === 0) return undefined;
    const status = past.findLast((step) => step.status !== null)?.status;
    if (status === undefined || status === null) return 'Backlog';
    const label = labels.get(status) ?? '';
    return open.has(label) ? label : 'Archive';
  };
  let counted = 0;
  for (const column of columns) {
    const label = String(at(column, 'label'));
    const expected = days.map((day) => {
      const midnightMs = new Date(`${day}T00:00`).getTime();
      return histories.filter((steps) => columnOf(steps, midnightMs) === label).length;
    });
    const told = listAt(column, 'values').map((value) => at(value, 'kanban_items_count'));
    assert.deepEqual(told, expected, label);
    counted += Math.max(...expected);
  }
  assert.ok(counted > artifactsCount, 'there was something to count in several columns');
});
