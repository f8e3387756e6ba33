// Reads and changes services of projects.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import '../groups/projects.tables.ts';

export type ServiceRow = Selectable<Tables['project_services']>;

/** In order of rank and id; those called `hiddenName` are left out, and those that are off unless `withDisabled`. */
export async function listServices(
  db: Reader,
  projectId: number,
  { hiddenName, withDisabled }: { hiddenName: string; withDisabled: boolean },
  page: { limit: number; offset: number },
): Promise<{ rows: ServiceRow[]; size: number }> {
  const ofProject = db
    .selectFrom('project_services')
    .where('project_id', '=', projectId)
    .where('shortname', '!=', hiddenName);
  const found = withDisabled ? ofProject : ofProject.where('is_enabled', '=', 1);
  const [rows, count] = await Promise.all([
    found.selectAll().orderBy('rank').orderBy('id').limit(page.limit).offset(page.offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}

export const findService = (db: Reader, id: number): Promise<ServiceRow | undefined> =>
  db.selectFrom('project_services').selectAll().where('id', '=', id).executeTakeFirst();

/** The project's row of a service of the platform. */
export const findServiceOf = (db: Reader, projectId: number, shortname: string): Promise<ServiceRow | undefined> =>
  db
    .selectFrom('project_services')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('shortname', '=', shortname)
    .where('is_custom', '=', 0)
    .executeTakeFirst();

/** Short names of the platform's services that the project has switched off. */
export const listServicesOff = async (db: Reader, projectId: number): Promise<string[]> =>
  (
    await db
      .selectFrom('project_services')
      .select('shortname')
      .where('project_id', '=', projectId)
      .where('is_custom', '=', 0)
      .where('is_enabled', '=', 0)
      .orderBy('rank')
      .orderBy('id')
      .execute()
  ).map(({ shortname }) => shortname);

/** Those of the projects that have switched a service of the platform off. */
export const listProjectsWithout = async (
  db: Reader,
  projectIds: readonly number[],
  shortname: string,
): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('project_services')
    .select('project_id')
    .where('project_id', 'in', projectIds)
    .where('shortname', '=', shortname)
    .where('is_custom', '=', 0)
    .where('is_enabled', '=', 0)
    .execute();
  return new Set(rows.map((row) => row.project_id));
};

export async function updateService(
  tx: Writer,
  id: number,
  columns: Updateable<Tables['project_services']>,
): Promise<void> {
  await tx.updateTable('project_services').set(columns).where('id', '=', id).execute();
}

/** Behind all others of the project. */
export async function insertOwnService(
  tx: Writer,
  row: Omit<Insertable<Tables['project_services']>, 'shortname' | 'is_custom' | 'rank'>,
): Promise<ServiceRow> {
  const { last } = await tx
    .selectFrom('project_services')
    .select((eb) => eb.fn.max('rank').as('last'))
    .where('project_id', '=', row.project_id)
    .executeTakeFirstOrThrow();
  return tx
    .insertInto('project_services')
    .values({ ...row, shortname: '', is_custom: 1, rank: Number(last ?? 0) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteService(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('project_services').where('id', '=', id).execute();
}

/** Ids of all of a project in their order. */
export const listServiceIds = async (db: Reader, projectId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('project_services')
      .select('id')
      .where('project_id', '=', projectId)
      .orderBy('rank')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);
