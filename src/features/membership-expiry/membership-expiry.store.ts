// Reads and writes when members leave their projects.
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './membership-expiry.tables.ts';

export type ExpiryRow = Selectable<Tables['member_ends']>;

/** A page in order of day. */
export async function listEnds(
  db: Reader,
  projectId: number,
  page: { limit: number; offset: number },
): Promise<{ rows: ExpiryRow[]; size: number }> {
  const all = db.selectFrom('member_ends').where('project_id', '=', projectId);
  const [rows, count] = await Promise.all([
    all.selectAll().orderBy('last_day').orderBy('user_id').limit(page.limit).offset(page.offset).execute(),
    all.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}

/** All of a project, with the names of their accounts, in order of name. */
export const listAllEnds = (
  db: Reader,
  projectId: number,
): Promise<{ username: string; last_day: string; is_warned: number }[]> =>
  db
    .selectFrom('member_ends')
    .innerJoin('users', 'users.id', 'member_ends.user_id')
    .select(['users.username', 'member_ends.last_day', 'member_ends.is_warned'])
    .where('member_ends.project_id', '=', projectId)
    .orderBy('users.username')
    .execute();

/** Of a member; gives whether they are one. */
export async function setExpiry(tx: Writer, row: ExpiryRow): Promise<boolean> {
  const member = await tx
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', row.project_id)
    .where('user_id', '=', row.user_id)
    .executeTakeFirst();
  if (member !== undefined) await saveExpiry(tx, row);
  return member !== undefined;
}

/** Takes the place of the day before. Throws the engine's violation of a foreign key for who is no member. */
export async function saveExpiry(tx: Writer, row: Insertable<Tables['member_ends']>): Promise<void> {
  const { last_day, is_warned } = row;
  await tx
    .insertInto('member_ends')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet({ last_day, is_warned }))
    .execute();
}

/** Whether there was one. */
export async function deleteEnd(tx: Writer, projectId: number, userId: number): Promise<boolean> {
  const result = await tx
    .deleteFrom('member_ends')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Those of active projects whose last day is before `day`. */
export const listPast = (db: Reader, day: string): Promise<{ unix_name: string; username: string }[]> =>
  db
    .selectFrom('member_ends')
    .innerJoin('projects', 'projects.id', 'member_ends.project_id')
    .innerJoin('users', 'users.id', 'member_ends.user_id')
    .select(['projects.unix_name', 'users.username'])
    .where('member_ends.last_day', '<', day)
    .where('projects.status', '=', 'active')
    .orderBy('member_ends.project_id')
    .orderBy('member_ends.user_id')
    .execute();

/** Those of active projects whose last day is up to `day`, and who were not told so. */
export const listUnwarned = (db: Reader, day: string, limit: number): Promise<ExpiryRow[]> =>
  db
    .selectFrom('member_ends')
    .innerJoin('projects', 'projects.id', 'member_ends.project_id')
    .selectAll('member_ends')
    .where('member_ends.is_warned', '=', 0)
    .where('member_ends.last_day', '<=', day)
    .where('projects.status', '=', 'active')
    .orderBy('member_ends.project_id')
    .orderBy('member_ends.user_id')
    .limit(limit)
    .execute();

export async function markWarned(tx: Writer, { project_id, user_id }: ExpiryRow): Promise<void> {
  await tx
    .updateTable('member_ends')
    .set({ is_warned: 1 })
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .execute();
}
