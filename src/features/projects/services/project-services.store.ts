// Reads and changes services of projects.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import '../groups/projects.tables.ts';

export type ServiceRow = Selectable<Tables['project_services']>;

/** As exports of the wire format have them; others stand behind, in the order in which they came. */
const knownOrder = [
  'summary',
  'admin',
  'mail',
  'docman',
  'wiki',
  'plugin_svn',
  'file',
  'plugin_baseline',
  'plugin_tracker',
  'plugin_agiledashboard',
  'plugin_program_management',
  'plugin_kanban',
  'plugin_mediawiki',
  'plugin_mediawiki_standalone',
  'hudson',
  'plugin_git',
  'plugin_testmanagement',
];

const placeOf = ({ shortname, is_custom: isCustom }: OrderedRow): number => {
  const place = isCustom === 1 ? -1 : knownOrder.indexOf(shortname);
  return place < 0 ? knownOrder.length : place;
};

type OrderedRow = Pick<ServiceRow, 'id' | 'shortname' | 'is_custom' | 'rank'>;

/** By rank, which is 0 where nobody chose an order. */
const inServiceOrder = <R extends OrderedRow>(rows: readonly R[]): R[] =>
  rows.toSorted((a, b) => a.rank - b.rank || placeOf(a) - placeOf(b) || a.id - b.id);

/** In their order; those called `hiddenName` are left out, and those that are off unless `withDisabled`. */
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
  const rows = inServiceOrder(await found.selectAll().execute());
  return { rows: rows.slice(page.offset, page.offset + page.limit), size: rows.length };
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
  inServiceOrder(
    await db
      .selectFrom('project_services')
      .select(['id', 'shortname', 'is_custom', 'rank'])
      .where('project_id', '=', projectId)
      .execute(),
  ).map(({ id }) => id);
