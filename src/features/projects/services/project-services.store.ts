// Reads and changes services of projects.
import type { Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import '../groups/projects.tables.ts';

export type ServiceRow = Selectable<Tables['project_services']>;

/** In order of id; those called `hiddenName` are left out, and those that are off unless `withDisabled`. */
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
    found.selectAll().orderBy('id').limit(page.limit).offset(page.offset).execute(),
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

export async function switchService(tx: Writer, id: number, isEnabled: boolean): Promise<void> {
  await tx
    .updateTable('project_services')
    .set({ is_enabled: isEnabled ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}
