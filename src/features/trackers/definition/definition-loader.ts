// Loads a tracker's definition, outside of transactions and inside.
import type { Reader } from '../../../platform/database/index.ts';
import { referencePatterns, userGroupRecords } from '../../projects/index.ts';
import type { Definition } from './definition.ts';
import { buildDefinition } from './definition-rows.ts';
import { listUnusedLinkTypes } from './link-types.store.ts';
import * as store from './trackers.store.ts';

/** The definition as the handle sees it, past all caches; undefined when there is no such tracker. */
export async function loadDefinition(db: Reader, id: number): Promise<Definition | undefined> {
  const row = await store.findTracker(db, id);
  if (row === undefined) return undefined;
  const [project, rows, groups, ownLinks, unused] = await Promise.all([
    store.findProjectOfTracker(db, id),
    store.loadDefinitionRows(db, id),
    userGroupRecords.listGroups(db, row.project_id),
    referencePatterns.listOwnLinks(db, row.project_id),
    listUnusedLinkTypes(db, { projectId: row.project_id, trackerId: id }),
  ]);
  const groupNames = new Map(groups.map((group) => [group.id, group.name]));
  const unusedLinkTypes = new Set(unused.map(({ shortname }) => shortname));
  return project && buildDefinition(row, project, rows, groupNames, { ownLinks, unusedLinkTypes });
}
