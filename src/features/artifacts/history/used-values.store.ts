// Which list values the history of artifacts holds.
import type { Reader } from '../../../platform/database/index.ts';
import '../artifact/artifacts.tables.ts';

const batchRows = 1000;

/** Numbers at any depth of a stored value, which is where it holds ids. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

function numbersSetIn(changesJson: string, fieldIds: readonly number[]): number[] {
  const changes: unknown = JSON.parse(changesJson);
  return Object.entries(changes ?? {}).flatMap(([id, value]) =>
    fieldIds.includes(Number(id)) ? numbersIn(value) : [],
  );
}

/**
 * Those of the values that changesets with greater ids set in these fields of these trackers, and the greatest id of all
 * changesets. Reads every such changeset.
 */
export async function findUsedValues(
  db: Reader,
  { fieldIds, trackerIds, ids }: { fieldIds: readonly number[]; trackerIds: readonly number[]; ids: readonly number[] },
  afterChangesetId: number,
): Promise<{ used: Set<number>; lastChangesetId: number }> {
  const wanted = new Set(ids);
  const used = new Set<number>();
  const { last } = await db
    .selectFrom('changesets')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const lastChangesetId = Number(last ?? 0);
  for (let after = afterChangesetId; after < lastChangesetId;) {
    const rows = await db
      .selectFrom('changesets')
      .innerJoin('artifacts', 'artifacts.id', 'changesets.artifact_id')
      .select(['changesets.id', 'changesets.changes_json'])
      .where('artifacts.tracker_id', 'in', trackerIds)
      .where('changesets.id', '>', after)
      .orderBy('changesets.id')
      .limit(batchRows)
      .execute();
    const set = rows.flatMap((row) => numbersSetIn(row.changes_json, fieldIds));
    for (const id of set.filter((number) => wanted.has(number))) used.add(id);
    after = rows.at(-1)?.id ?? lastChangesetId;
    if (rows.length < batchRows) break;
  }
  return { used, lastChangesetId };
}
