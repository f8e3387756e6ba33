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

export const findCategory = (db: Reader, id: number): Promise<CategoryRow | undefined> =>
  db.selectFrom('project_categories').selectAll().where('id', '=', id).executeTakeFirst();

/** Throws as insertCategory. */
export async function updateCategory(
  tx: Writer,
  id: number,
  row: Pick<CategoryRow, 'name' | 'parent_id' | 'is_mandatory'>,
): Promise<void> {
  await tx.updateTable('project_categories').set(row).where('id', '=', id).execute();
}

/** Projects that are filed under one of these values are so in this category. */
export async function refileProjects(tx: Writer, valueIds: readonly number[], categoryId: number): Promise<void> {
  await tx
    .updateTable('project_category_values')
    .set({ category_id: categoryId })
    .where('value_id', 'in', valueIds)
    .execute();
}

/** How many of these projects have a value of this category. */
export async function countFiled(db: Reader, projectIds: readonly number[], categoryId: number): Promise<number> {
  if (projectIds.length === 0) return 0;
  const { size } = await db
    .selectFrom('project_category_values')
    .select((eb) => eb.fn.countAll<number>().as('size'))
    .where('category_id', '=', categoryId)
    .where('project_id', 'in', projectIds)
    .executeTakeFirstOrThrow();
  return Number(size);
}

/** With all below it, and what projects chose of them. */
export async function deleteCategory(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('project_categories').where('id', '=', id).execute();
}

/** Fields that every project has, in order of rank. */
export const listFields = (db: Reader): Promise<FieldRow[]> =>
  db.selectFrom('project_fields').selectAll().orderBy('rank').orderBy('id').execute();

/** Whether a project, one whose archive is on its way, or an account is called so, in whatever letter case. */
export async function isNameTaken(db: Reader, name: string): Promise<boolean> {
  const wanted = name.toLowerCase();
  const found = await Promise.all([
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
    db.selectFrom('project_uploads').select('file_id as id').where('unix_name', '=', wanted).executeTakeFirst(),
  ]);
  return found.some((row) => row !== undefined);
}

/** How many projects wait for approval or for their archive: all, and those that this person administers. */
export async function countPending(db: Reader, userId: number): Promise<{ all: number; own: number }> {
  const pending = db.selectFrom('projects').where('status', '=', 'pending');
  const uploads = db.selectFrom('project_uploads').select((eb) => eb.fn.countAll<number>().as('size'));
  const [all, own, ...coming] = await Promise.all([
    pending.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
    pending
      .innerJoin('project_members', 'project_members.project_id', 'projects.id')
      .where('project_members.user_id', '=', userId)
      .where('project_members.is_admin', '=', 1)
      .select((eb) => eb.fn.countAll<number>().as('size'))
      .executeTakeFirstOrThrow(),
    uploads.executeTakeFirstOrThrow(),
    uploads.where('user_id', '=', userId).executeTakeFirstOrThrow(),
  ]);
  return { all: Number(all.size) + Number(coming[0].size), own: Number(own.size) + Number(coming[1].size) };
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

/** What the project is filed under, in order of category. */
export const listCategoryValues = (
  db: Reader,
  projectId: number,
): Promise<{ category_id: number; value_id: number }[]> =>
  db
    .selectFrom('project_category_values')
    .select(['category_id', 'value_id'])
    .where('project_id', '=', projectId)
    .orderBy('category_id')
    .execute();

/** The project is filed under nothing then. */
export async function deleteCategoryValues(tx: Writer, projectId: number): Promise<void> {
  await tx.deleteFrom('project_category_values').where('project_id', '=', projectId).execute();
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

export type ProjectUploadRow = Selectable<Tables['project_uploads']>;

export async function insertProjectUpload(tx: Writer, row: Insertable<Tables['project_uploads']>): Promise<void> {
  await tx.insertInto('project_uploads').values(row).execute();
}

export const findProjectUpload = (db: Reader, fileId: number): Promise<ProjectUploadRow | undefined> =>
  db.selectFrom('project_uploads').selectAll().where('file_id', '=', fileId).executeTakeFirst();

/** Whether this is the first that says so. */
export async function beginProjectUpload(tx: Writer, fileId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('project_uploads')
    .set({ is_begun: 1 })
    .where('file_id', '=', fileId)
    .where('is_begun', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What this person is uploading. */
export const listProjectUploads = (db: Reader, userId: number): Promise<ProjectUploadRow[]> =>
  db.selectFrom('project_uploads').selectAll().where('user_id', '=', userId).execute();

/** `status`: of the project as it is now; null where there is none. */
export type ProjectUploadEndRow = Selectable<Tables['project_upload_ends']> & { status: string | null };

export const listProjectUploadEnds = (db: Reader, userId: number): Promise<ProjectUploadEndRow[]> =>
  db
    .selectFrom('project_upload_ends')
    .leftJoin('projects', 'projects.id', 'project_upload_ends.project_id')
    .selectAll('project_upload_ends')
    .select('projects.status')
    .where('user_id', '=', userId)
    .execute();

/** Beside the newest others of the person; `keptMax` stay. */
export async function insertProjectUploadEnd(
  tx: Writer,
  row: Insertable<Tables['project_upload_ends']>,
  storedMax: number,
): Promise<void> {
  await tx.insertInto('project_upload_ends').values(row).execute();
  const newest = tx
    .selectFrom('project_upload_ends')
    .select('project_id')
    .where('user_id', '=', row.user_id)
    .orderBy('project_id', 'desc')
    .limit(storedMax);
  await tx
    .deleteFrom('project_upload_ends')
    .where('user_id', '=', row.user_id)
    .where('project_id', 'not in', newest)
    .execute();
}

/** Whether there was one. */
export async function deleteProjectUploadEnd(tx: Writer, projectId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('project_upload_ends')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
