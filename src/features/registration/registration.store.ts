// Reads and writes what the registration of projects needs: categories, fields, names that are taken, projects that wait.
import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './registration.tables.ts';

export type CategoryRow = Selectable<Tables['project_categories']>;
export type FieldRow = Selectable<Tables['project_fields']>;

export const listCategories = (db: Reader): Promise<CategoryRow[]> =>
  db.selectFrom('project_categories').selectAll().orderBy('id').execute();

/** Throws the engine's unique violation when its parent has one of that name. */
export async function insertCategory(tx: Writer, row: Insertable<Tables['project_categories']>): Promise<number> {
  return (await tx.insertInto('project_categories').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Fields that every project has, in order of rank. */
export const listFields = (db: Reader): Promise<FieldRow[]> =>
  db.selectFrom('project_fields').selectAll().orderBy('rank').orderBy('id').execute();

/** Whether a project or an account is called so, in whatever letter case. */
export async function isNameTaken(db: Reader, name: string): Promise<boolean> {
  const wanted = name.toLowerCase();
  const [project, user] = await Promise.all([
    db
      .selectFrom('projects')
      .select('id')
      .where(sql`lower(unix_name)`, '=', wanted)
      .executeTakeFirst(),
    db
      .selectFrom('users')
      .select('id')
      .where(sql`lower(username)`, '=', wanted)
      .executeTakeFirst(),
  ]);
  return project !== undefined || user !== undefined;
}

/** How many projects wait for approval: all, and those that this person administers. */
export async function countPending(db: Reader, userId: number): Promise<{ all: number; own: number }> {
  const pending = db.selectFrom('projects').where('status', '=', 'pending');
  const [all, own] = await Promise.all([
    pending.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
    pending
      .innerJoin('project_members', 'project_members.project_id', 'projects.id')
      .where('project_members.user_id', '=', userId)
      .where('project_members.is_admin', '=', 1)
      .select((eb) => eb.fn.countAll<number>().as('size'))
      .executeTakeFirstOrThrow(),
  ]);
  return { all: Number(all.size), own: Number(own.size) };
}

export async function insertFieldValues(
  tx: Writer,
  rows: readonly Insertable<Tables['project_field_values']>[],
): Promise<void> {
  if (rows.length > 0) await tx.insertInto('project_field_values').values(rows).execute();
}

export async function insertCategoryValues(
  tx: Writer,
  rows: readonly Insertable<Tables['project_category_values']>[],
): Promise<void> {
  if (rows.length > 0) await tx.insertInto('project_category_values').values(rows).execute();
}

/** Ids of projects that one of these values was chosen for. */
export async function listFiledProjects(db: Reader, valueIds: readonly number[]): Promise<number[]> {
  if (valueIds.length === 0) return [];
  const rows = await db
    .selectFrom('project_category_values')
    .select('project_id')
    .distinct()
    .where('value_id', 'in', valueIds)
    .execute();
  return rows.map((row) => row.project_id);
}
