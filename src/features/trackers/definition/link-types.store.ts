// Which types of links the site, a project or a tracker does not use.
import type { Reader, Writer } from '../../../platform/database/index.ts';
import './trackers.tables.ts';

/** Where a type is switched off: for the whole site, a project with all its trackers, or one tracker. */
export type LinkTypePlace = { site: true } | { project: number } | { tracker: number };

/** A tracker with the project that it is in, a project, or the site alone. */
export interface LinkTypeScope {
  projectId?: number;
  trackerId?: number;
}

const columnsOf = (place: LinkTypePlace): { project_id: number | null; tracker_id: number | null } => ({
  project_id: 'project' in place ? place.project : null,
  tracker_id: 'tracker' in place ? place.tracker : null,
});

/** Every row that holds there: of the site, and of the project and the tracker that are given. */
export const listUnusedLinkTypes = (db: Reader, { projectId, trackerId }: LinkTypeScope) =>
  db
    .selectFrom('unused_link_types')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('project_id', 'is', null), eb('tracker_id', 'is', null)]),
        ...(projectId === undefined ? [] : [eb('project_id', '=', projectId)]),
        ...(trackerId === undefined ? [] : [eb('tracker_id', '=', trackerId)]),
      ]),
    )
    .orderBy('shortname')
    .execute();

/** Those of the trackers of a project. */
const listUnusedOfTrackers = (db: Reader, projectId: number): Promise<{ id: number; shortname: string }[]> =>
  db
    .selectFrom('unused_link_types')
    .innerJoin('trackers', 'trackers.id', 'unused_link_types.tracker_id')
    .select(['trackers.id', 'unused_link_types.shortname'])
    .where('trackers.project_id', '=', projectId)
    .where('trackers.is_deleted', '=', 0)
    .orderBy('trackers.id')
    .orderBy('unused_link_types.shortname')
    .execute();

/** Switches off in the one tracker what is switched off in the other. */
export async function copyUnusedLinkTypes(
  tx: Writer,
  { sourceId, targetId }: { sourceId: number; targetId: number },
): Promise<void> {
  const rows = await listUnusedLinkTypes(tx, { trackerId: sourceId });
  const unused = rows.flatMap(({ tracker_id: id, shortname }) => (id === sourceId ? shortname : []));
  await saveUnusedLinkTypes(tx, { tracker: targetId }, unused);
}

/** Replaces what is switched off at this place. */
export async function saveUnusedLinkTypes(
  tx: Writer,
  place: LinkTypePlace,
  shortnames: readonly string[],
): Promise<void> {
  const columns = columnsOf(place);
  await tx
    .deleteFrom('unused_link_types')
    .where('project_id', columns.project_id === null ? 'is' : '=', columns.project_id)
    .where('tracker_id', columns.tracker_id === null ? 'is' : '=', columns.tracker_id)
    .execute();
  if (shortnames.length > 0)
    await tx
      .insertInto('unused_link_types')
      .values([...new Set(shortnames)].map((shortname) => ({ ...columns, shortname })))
      .execute();
}

/** Types of links that a project or a tracker does not use. */
export const unusedLinkTypes = {
  list: listUnusedLinkTypes,
  listOfTrackers: listUnusedOfTrackers,
  save: saveUnusedLinkTypes,
};
