// Changes of lists of one value as rows, from all changesets that there are.
import { sql } from 'kysely';
import { columnTypesOf, createTable, storeByKey } from '../platform/database/index.ts';
import type { Migration, SchemaHandle } from '../platform/database/index.ts';

export const listChanges: Migration = { number: 48, name: 'list-changes', up: createListChanges };

export async function createListChanges(tx: SchemaHandle): Promise<void> {
  const { integer, timeMs } = columnTypesOf(tx);
  await createTable(tx, 'list_changes')
    .addColumn('artifact_id', integer, (c) => c.notNull().references('artifacts.id').onDelete('cascade'))
    .addColumn('field_id', integer, (c) => c.notNull())
    .addColumn('changeset_id', integer, (c) => c.notNull())
    .addColumn('at_ms', timeMs, (c) => c.notNull())
    .addColumn('from_key', integer, (c) => c.notNull())
    .addColumn('to_key', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('list_changes_key', ['artifact_id', 'field_id', 'changeset_id'])
    .execute();
  await storeByKey(tx, 'list_changes');
  await fill(tx);
  await tx.schema
    .createIndex('list_changes_of_field')
    .on('list_changes')
    .columns(['field_id', 'at_ms', 'from_key', 'to_key', 'artifact_id'])
    .execute();
}

/** Artifacts whose changesets are held at a time. */
const artifactsOfStep = 500;
const rowsOfStatement = 100;

interface Changeset {
  id: number;
  artifact_id: number;
  submitted_at_ms: number | string;
  born_at_ms: number | string;
  changes_json: string;
}

async function fill(tx: SchemaHandle): Promise<void> {
  const fields = await sql<{ id: number }>`select id from tracker_fields where type in ('sb', 'rb')`.execute(tx);
  const lists = new Set(fields.rows.map(({ id }) => String(id)));
  const { rows: ends } = await sql<{ last: number | null }>`select max(id) as last from artifacts`.execute(tx);
  const last = Number(ends[0]?.last ?? 0);
  for (let start = 0; start <= last; start += artifactsOfStep) {
    const { rows } = await sql<Changeset>`select changesets.id, artifact_id, changesets.submitted_at_ms,
        artifacts.submitted_at_ms as born_at_ms, changes_json
      from changesets join artifacts on artifacts.id = changesets.artifact_id
      where artifact_id >= ${start} and artifact_id < ${start + artifactsOfStep}
      order by artifact_id, changesets.id`.execute(tx);
    const made = listRows(rows, lists);
    for (let at = 0; at < made.length; at += rowsOfStatement)
      await sql`insert into list_changes (artifact_id, field_id, changeset_id, at_ms, from_key, to_key)
        values ${sql.join(made.slice(at, at + rowsOfStatement).map((row) => sql`(${sql.join(row)})`))}`.execute(tx);
  }
}

/** Of whole artifacts, each after the other; columns in the order of the statement. */
function listRows(changesets: readonly Changeset[], lists: ReadonlySet<string>): number[][] {
  const keys = new Map<string, number>();
  let [artifactId, latestMs] = [0, 0];
  return changesets.flatMap((changeset) => {
    if (changeset.artifact_id !== artifactId) {
      keys.clear();
      [artifactId, latestMs] = [changeset.artifact_id, Number(changeset.born_at_ms)];
    }
    latestMs = Math.max(latestMs, Number(changeset.submitted_at_ms));
    const changes: unknown = JSON.parse(changeset.changes_json);
    return Object.entries(changes ?? {}).flatMap(([field, stored]: [string, unknown]) => {
      if (!lists.has(field)) return [];
      const first: unknown = Array.isArray(stored) ? stored[0] : undefined;
      const toKey = typeof first === 'number' ? first : 0;
      const fromKey = keys.get(field) ?? 0;
      keys.set(field, toKey);
      if (fromKey === toKey) return [];
      return [[artifactId, Number(field), changeset.id, latestMs, fromKey, toKey]];
    });
  });
}
