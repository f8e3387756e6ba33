// Rows of changes of lists.
import { sql } from 'kysely';
import type { SelectQueryBuilder } from 'kysely';
import { prepareRows } from '../../../platform/database/index.ts';
import type { ParamRows, Reader, Tables, Writer } from '../../../platform/database/index.ts';
import type { ListChange } from './list-changes.ts';
import './list-changes.tables.ts';

export const insertListChanges = prepareRows((tx, rows: ParamRows<Record<keyof ListChange, number>>) =>
  tx.insertInto('list_changes').values(
    rows.map((row) => ({
      artifact_id: row('artifactId'),
      field_id: row('fieldId'),
      changeset_id: row('changesetId'),
      at_ms: row('atMs'),
      from_key: row('fromKey'),
      to_key: row('toKey'),
    })),
  ),
);

export async function deleteListChanges(tx: Writer, artifactId: number): Promise<void> {
  await tx.deleteFrom('list_changes').where('artifact_id', '=', artifactId).execute();
}

type IdQuery = SelectQueryBuilder<Tables, 'artifacts', { id: number }>;

/** How often a list of some artifacts went from one value to another between two moments. */
export interface CountedChange {
  /** Of the first moment that is not before the change. */
  place: number;
  fromKey: number;
  toKey: number;
  count: number;
}

/** Counts changes until the last of the moments, which are in order. */
export async function countListChanges(
  db: Reader,
  fieldId: number,
  moments: readonly number[],
  artifacts: IdQuery,
): Promise<CountedChange[]> {
  const place = placeOf(moments, sql.ref('at_ms'));
  const rows = await db
    .selectFrom('list_changes')
    .select(['from_key', 'to_key', place.as('place')])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('field_id', '=', fieldId)
    .where('at_ms', '<=', moments.at(-1) ?? 0)
    .where('artifact_id', 'in', artifacts)
    .groupBy(['from_key', 'to_key', 'place'])
    .execute();
  return rows.map((row) => ({
    place: Number(row.place),
    fromKey: Number(row.from_key),
    toKey: Number(row.to_key),
    count: Number(row.count),
  }));
}

/** How many of the artifacts were made between two moments, by the place of the later one. */
export async function countBirths(
  db: Reader,
  moments: readonly number[],
  artifacts: IdQuery,
): Promise<{ place: number; count: number }[]> {
  const rows = await db
    .selectFrom('artifacts')
    .select(placeOf(moments, sql.ref('submitted_at_ms')).as('place'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('submitted_at_ms', '<=', moments.at(-1) ?? 0)
    .where('id', 'in', artifacts)
    .groupBy('place')
    .execute();
  return rows.map((row) => ({ place: Number(row.place), count: Number(row.count) }));
}

/**
 * The place of the first moment that is not before `at`, by division within each run of moments of equal distance, of which a change of
 * summer time makes some: far fewer comparisons than moments.
 */
function placeOf(moments: readonly number[], at: ReturnType<typeof sql.ref>) {
  const [first = 0] = moments;
  const cases = runsOf(moments).map(
    ({ start, stepMs, from, lastMs }) =>
      sql`when ${at} <= ${sql.lit(lastMs)} then ${sql.lit(start)} + (${at} - ${sql.lit(from)} + ${sql.lit(stepMs - 1)}) / ${sql.lit(stepMs)}`,
  );
  return sql<number>`case when ${at} <= ${sql.lit(first)} then 0 ${sql.join(cases, sql` `)} else ${sql.lit(moments.length)} end`;
}

interface Run {
  /** Place of its first moment. */
  start: number;
  from: number;
  stepMs: number;
  lastMs: number;
}

function runsOf(moments: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const [index, ms] of moments.entries()) {
    const before = moments[index - 1];
    const run = runs.at(-1);
    if (before === undefined) continue;
    if (run !== undefined && run.stepMs === ms - before) run.lastMs = ms;
    else runs.push({ start: index - 1, from: before, stepMs: ms - before, lastMs: ms });
  }
  return runs;
}
