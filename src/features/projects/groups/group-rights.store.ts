// Rows that give rights to groups, in tables of other features: of the shape (what is permitted …, `ugroup_id`).
import { sql } from 'kysely';
import type { Tables, Writer } from '../../../platform/database/index.ts';
import { groupIds } from './user-groups.ts';
import { gatherRights } from './given-rights.ts';

/** Tables with a row for each group that has a right. */
type RightsTable = { [K in keyof Tables]: Tables[K] extends { ugroup_id: number } ? K : never }[keyof Tables];

/**
 * Takes a group out of a table of rights. `columns` name what a right is; where the group was the only one that had it, the
 * administrators of the project have it then, so that nothing opens.
 */
async function releaseRights<T extends RightsTable>(
  tx: Writer,
  table: T,
  columns: readonly (keyof Tables[T] & string)[],
  groupId: number,
): Promise<void> {
  const isSame = sql.join(
    columns.map((column) => sql`other.${sql.ref(column)} = held.${sql.ref(column)}`),
    sql` and `,
  );
  await sql`update ${sql.table(table)} as held set ugroup_id = ${groupIds.admins} where held.ugroup_id = ${groupId}
    and not exists (select 1 from ${sql.table(table)} as other where ${isSame} and other.ugroup_id <> ${groupId})`.execute(
    tx,
  );
  await sql`delete from ${sql.table(table)} where ugroup_id = ${groupId}`.execute(tx);
}

/** Rights that features give to user groups, and what becomes of them with the group. */
export const groupRights = { gatherRights, releaseRights };
