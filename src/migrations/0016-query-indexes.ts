// What queries read instead of every artifact: those of a tracker that are limited to some groups, and the groups that permission
// fields grant.
import { sql } from 'kysely';
import type { Migration, MigrationWriter } from '../platform/database/index.ts';

export const queryIndexes: Migration = {
  number: 16,
  name: 'query indexes',
  async up(tx) {
    await sql`create index artifacts_limited on artifacts (tracker_id, id) where is_limited = 1`.execute(tx);
    await addGroupKeys(tx);
  },
};

const artifactsAtOnce = 200;
const keysAtOnce = 500;

/** Groups that permission fields grant become search keys. */
async function addGroupKeys(tx: MigrationWriter): Promise<void> {
  const { rows: fields } = await sql<{ id: number; tracker_id: number }>`
    select id, tracker_id from tracker_fields where type = 'perm'`.execute(tx);
  for (const field of fields) {
    for (let afterId = 0; ;) {
      const { rows } = await sql<{ id: number; values_json: string }>`select id, values_json from artifacts
        where tracker_id = ${field.tracker_id} and id > ${afterId} and values_json like ${`%"${field.id}":%`}
        order by id limit ${artifactsAtOnce}`.execute(tx);
      const last = rows.at(-1);
      if (last === undefined) break;
      const keys = rows.flatMap(({ id, values_json }) =>
        groupsIn(JSON.parse(values_json), String(field.id)).map((key) => ({
          artifact_id: id,
          field_id: field.id,
          key,
        })),
      );
      for (let start = 0; start < keys.length; start += keysAtOnce)
        await tx
          .insertInto('artifact_keys')
          .values(keys.slice(start, start + keysAtOnce))
          .execute();
      afterId = last.id;
    }
  }
}

function groupsIn(values: unknown, fieldId: string): number[] {
  const stored: unknown =
    typeof values === 'object' && values !== null
      ? Object.entries(values).find(([id]) => id === fieldId)?.[1]
      : undefined;
  return Array.isArray(stored) ? [...new Set(stored.map(Number))] : [];
}
