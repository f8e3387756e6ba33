// Reads and writes projects, their fields and services.
import { sql } from 'kysely';
import type { Insertable, Selectable, SelectQueryBuilder, Updateable } from 'kysely';
import { prepareList, prepareQuery } from '../../../platform/database/index.ts';
import type { Param, Reader, Tables, Writer } from '../../../platform/database/index.ts';
import '../groups/projects.tables.ts';

export type ProjectRow = Selectable<Tables['projects']>;

const openAccesses: readonly ProjectRow['access'][] = ['public', 'unrestricted'];

/** Which projects a list may hold; see projects.access.ts. */
export interface ProjectFilter {
  /** undefined: whatever the status. */
  status?: ProjectRow['status'];
  unixName?: string;
  /** Only these. */
  ids?: readonly number[];
  withoutAccess?: ProjectRow['access'];
  /** Only templates for everybody. */
  isTemplate?: boolean | undefined;
  /** Only projects that are templates for everybody, and these. */
  templatesAnd?: readonly number[];
  /** Only those that people may enter who are no members, or only the others. */
  isOpen?: boolean;
  /** Each must be in a name or in the description, in whatever letter case. */
  words?: readonly string[];
  /** By id where left out. */
  order?: 'id' | 'name' | 'newest';
  /** Of others only those with one of these accesses; undefined: everything. */
  visible?: {
    accesses: readonly ProjectRow['access'][];
    /** Those that they are members or guests of. */
    ownIds: readonly number[];
    /** Ids and short names; those that are unrestricted. */
    unrestricted?: readonly string[];
  };
}

const readProject = prepareQuery((db, arg: Param<{ id: number }>) =>
  db.selectFrom('projects').selectAll().where('id', '=', arg('id')),
);

export const findProject = (db: Reader, id: number): Promise<ProjectRow | undefined> => readProject.first(db, { id });

const isNamed = (unixName: string) => sql<boolean>`lower(unix_name) = ${unixName.toLowerCase()}`;

/** Case does not count, nor do two projects differ by it. */
export const findProjectByName = (db: Reader, unixName: string): Promise<ProjectRow | undefined> =>
  db.selectFrom('projects').selectAll().where(isNamed(unixName)).executeTakeFirst();

export const listProjectsByIds = prepareList((db, isOneOf) =>
  db.selectFrom('projects').selectAll().where(isOneOf('id')),
);

export async function listProjects(
  db: Reader,
  filter: ProjectFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: ProjectRow[]; size: number }> {
  const found = filterProjects(db.selectFrom('projects').where('id', '>', 100), filter);
  const [rows, count] = await Promise.all([
    orderProjects(found.selectAll(), filter.order).limit(page.limit).offset(page.offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}

function orderProjects<O>(
  query: SelectQueryBuilder<Tables, 'projects', O>,
  order: ProjectFilter['order'],
): SelectQueryBuilder<Tables, 'projects', O> {
  if (order === 'name') return query.orderBy(sql`lower(full_name)`).orderBy('id');
  if (order === 'newest') return query.orderBy('created_at_ms', 'desc').orderBy('id', 'desc');
  return query.orderBy('id');
}

/** What a text must match to have this in it. */
const patternOf = (part: string): string => `%${part.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`;

function filterProjects<O>(
  query: SelectQueryBuilder<Tables, 'projects', O>,
  filter: ProjectFilter,
): SelectQueryBuilder<Tables, 'projects', O> {
  let found = query;
  if (filter.status !== undefined) found = found.where('status', '=', filter.status);
  if (filter.unixName !== undefined) found = found.where(isNamed(filter.unixName));
  if (filter.ids !== undefined)
    found = filter.ids.length === 0 ? found.where('id', '=', -1) : found.where('id', 'in', filter.ids);
  if (filter.withoutAccess !== undefined) found = found.where('access', '!=', filter.withoutAccess);
  if (filter.isTemplate === true) found = found.where('is_template', '=', 1);
  const { templatesAnd } = filter;
  if (templatesAnd !== undefined)
    found = found.where((eb) => eb.or([eb('is_template', '=', 1), eb('id', 'in', [-1, ...templatesAnd])]));
  if (filter.isOpen !== undefined) found = found.where('access', filter.isOpen ? 'in' : 'not in', openAccesses);
  for (const word of filter.words ?? [])
    found = found.where(
      sql<string>`lower(full_name || ' ' || unix_name || ' ' || description)`,
      'like',
      sql<string>`${patternOf(word)} escape '!'`,
    );
  const visible = filter.visible;
  if (visible === undefined) return found;
  return found.where((eb) =>
    eb.or([
      ...(visible.accesses.length === 0 ? [] : [eb('access', 'in', visible.accesses)]),
      ...(visible.ownIds.length === 0 ? [] : [eb('id', 'in', visible.ownIds)]),
      ...(visible.unrestricted ?? []).map((name) =>
        eb.and([
          eb('access', '=', 'unrestricted'),
          eb.or([eb('unix_name', '=', name), ...(/^[1-9]\d{0,14}$/.test(name) ? [eb('id', '=', Number(name))] : [])]),
        ]),
      ),
      eb('id', '=', -1),
    ]),
  );
}

/** Throws the engine's unique violation when the short name is taken. */
export async function insertProject(tx: Writer, project: Insertable<Tables['projects']>): Promise<number> {
  const row = await tx.insertInto('projects').values(project).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function updateProject(tx: Writer, id: number, change: Updateable<Tables['projects']>): Promise<void> {
  await tx.updateTable('projects').set(change).where('id', '=', id).execute();
}

/** Deletes the project with its groups and its trackers' definitions; artifacts must be gone. */
export async function deleteProject(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('projects').where('id', '=', id).execute();
}

export async function insertService(tx: Writer, service: Insertable<Tables['project_services']>): Promise<void> {
  await tx.insertInto('project_services').values(service).execute();
}

/** The project's row of a service of the platform. */
export const insertPlatformService = (
  tx: Writer,
  projectId: number,
  shortname: string,
  isEnabled: boolean,
  rank = 0,
): Promise<void> =>
  insertService(tx, {
    project_id: projectId,
    shortname,
    label: '',
    description: '',
    link: '',
    is_enabled: isEnabled ? 1 : 0,
    is_custom: 0,
    is_in_new_tab: 0,
    rank,
  });

/** Every custom field of the platform with each project's value, in rank order. */
export const listFieldValues = prepareList((db, isOneOf) =>
  db
    .selectFrom('projects')
    .innerJoin('project_fields', (join) => join.onTrue())
    .leftJoin('project_field_values', (join) =>
      join
        .onRef('project_field_values.project_id', '=', 'projects.id')
        .onRef('project_field_values.field_id', '=', 'project_fields.id'),
    )
    .select(['projects.id as project_id', 'project_fields.name', 'project_field_values.value'])
    .where(isOneOf('projects.id'))
    .orderBy('project_fields.rank')
    .orderBy('project_fields.id'),
);

/** Short names of the platform's services that projects use. */
export const listUsedServices = prepareList((db, isOneOf) =>
  db
    .selectFrom('project_services')
    .select(['project_id', 'shortname'])
    .where('is_enabled', '=', 1)
    .where('is_custom', '=', 0)
    .where(isOneOf('project_id')),
);

export async function insertProjectField(tx: Writer, field: Insertable<Tables['project_fields']>): Promise<number> {
  const row = await tx.insertInto('project_fields').values(field).returning('id').executeTakeFirstOrThrow();
  return row.id;
}
