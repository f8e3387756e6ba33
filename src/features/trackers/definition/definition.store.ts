// Changes rows of trackers, apart from their fields.
import type { Insertable, Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import './trackers.tables.ts';

export async function updateTracker(tx: Writer, id: number, columns: Updateable<Tables['trackers']>): Promise<void> {
  await tx.updateTable('trackers').set(columns).where('id', '=', id).execute();
}

/** The groups of one permission become these. */
export async function replaceTrackerPermission(
  tx: Writer,
  trackerId: number,
  permission: Tables['tracker_permissions']['permission'],
  groupIds: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('tracker_permissions')
    .where('tracker_id', '=', trackerId)
    .where('permission', '=', permission)
    .execute();
  for (const ugroup_id of groupIds)
    await tx.insertInto('tracker_permissions').values({ tracker_id: trackerId, permission, ugroup_id }).execute();
}

/** Sets the semantic, or takes it away where there are no settings. */
export async function replaceSemantic(
  tx: Writer,
  { tracker_id, name, settings_json }: Partial<Insertable<Tables['semantics']>> & { tracker_id: number; name: string },
): Promise<void> {
  await tx.deleteFrom('semantics').where('tracker_id', '=', tracker_id).where('name', '=', name).execute();
  if (settings_json !== undefined)
    await tx.insertInto('semantics').values({ tracker_id, name, settings_json }).execute();
}

/** Settings of the triggers of all trackers of a project. */
export const listProjectTriggers = (db: Reader, projectId: number): Promise<{ settings_json: string }[]> =>
  db
    .selectFrom('triggers')
    .innerJoin('trackers', 'trackers.id', 'triggers.tracker_id')
    .select('triggers.settings_json')
    .where('trackers.project_id', '=', projectId)
    .execute();
