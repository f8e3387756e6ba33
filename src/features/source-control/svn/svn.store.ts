// Reads and writes Subversion repositories.
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import { userGroupRecords } from '../../projects/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import './svn.tables.ts';

export type SvnRow = Selectable<Tables['svn_repositories']>;

export const findRepository = (db: Reader, id: number): Promise<SvnRow | undefined> =>
  db.selectFrom('svn_repositories').selectAll().where('id', '=', id).executeTakeFirst();

export const findRepositoryIn = (db: Reader, folders: readonly string[]): Promise<SvnRow | undefined> =>
  db.selectFrom('svn_repositories').selectAll().where('folder', 'in', folders).executeTakeFirst();

/** In order of name; `name` narrows it to one. */
export async function listRepositories(
  db: Reader,
  projectId: number,
  name: string | undefined,
  page: { limit: number; offset: number },
): Promise<{ rows: SvnRow[]; size: number }> {
  const all = db.selectFrom('svn_repositories').where('project_id', '=', projectId);
  const found = name === undefined ? all : all.where('name', '=', name);
  const [rows, count] = await Promise.all([
    found.selectAll().orderBy('name').limit(page.limit).offset(page.offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}

/** All of a project, in the order in which they were made. */
export const listAllOf = (db: Reader, projectId: number): Promise<SvnRow[]> =>
  db.selectFrom('svn_repositories').selectAll().where('project_id', '=', projectId).orderBy('id').execute();

/** Ids of all repositories. */
export const listIds = async (db: Reader): Promise<number[]> =>
  (await db.selectFrom('svn_repositories').select('id').orderBy('id').execute()).map(({ id }) => id);

/** User names of the accounts in a group of a project that may act, in order. */
export const listUsernames = async (db: Reader, projectId: number, groupId: number): Promise<string[]> =>
  (
    await db
      .selectFrom('users')
      .select('username')
      .where('id', 'in', userGroupRecords.membersOfGroups(db, projectId, [groupId]))
      .where('status', 'in', ['A', 'R'])
      .orderBy('username')
      .execute()
  ).map(({ username }) => username);

/** Folders of the repositories of a project. */
export const listFoldersOf = async (db: Reader, projectId: number): Promise<string[]> =>
  (await db.selectFrom('svn_repositories').select('folder').where('project_id', '=', projectId).execute()).map(
    ({ folder }) => folder,
  );

/** All repositories, with the short names of their projects. */
export const listNamedFolders = (
  db: Reader,
): Promise<{ id: number; name: string; folder: string; unix_name: string; project_id: number }[]> =>
  db
    .selectFrom('svn_repositories')
    .innerJoin('projects', 'projects.id', 'svn_repositories.project_id')
    .select([
      'svn_repositories.id',
      'svn_repositories.name',
      'svn_repositories.folder',
      'projects.unix_name',
      'project_id',
    ])
    .orderBy('svn_repositories.id')
    .execute();

/** References without a repository mean it from then on, where it is the project's first. */
export async function insertRepository(tx: Writer, row: Insertable<Tables['svn_repositories']>): Promise<SvnRow> {
  const made = await tx.insertInto('svn_repositories').values(row).returningAll().executeTakeFirstOrThrow();
  await bumpSiteVersion(tx);
  return made;
}

/** False where it is gone. */
export async function updateSettings(tx: Writer, id: number, settingsJson: string): Promise<boolean> {
  const row = await tx
    .updateTable('svn_repositories')
    .set({ settings_json: settingsJson })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Never backwards. */
export const advanceRecorded = (tx: Writer, id: number, revision: number): Promise<unknown> =>
  tx
    .updateTable('svn_repositories')
    .set({ recorded_revision: revision })
    .where('id', '=', id)
    .where('recorded_revision', '<', revision)
    .execute();

export const deleteRepository = (tx: Writer, id: number): Promise<SvnRow | undefined> =>
  tx.deleteFrom('svn_repositories').where('id', '=', id).returningAll().executeTakeFirst();
