// What trackers of a project give to a user group, and the end of that.

import { groupIds, groupRights } from '../../projects/index.ts';
import type { GroupUse } from '../../projects/index.ts';
import type { Reader, Writer } from '../../../platform/database/index.ts';
import { readConditions } from './definition-rows.ts';
import './trackers.tables.ts';

async function listTransitions(db: Reader, projectId: number, groupId: number) {
  const rows = await db
    .selectFrom('transitions')
    .innerJoin('trackers', 'trackers.id', 'transitions.tracker_id')
    .select(['transitions.id', 'transitions.conditions_json', 'trackers.name'])
    .where('trackers.project_id', '=', projectId)
    .orderBy('transitions.id')
    .execute();
  return rows
    .map((row) => ({ ...row, conditions: readConditions(row.conditions_json, `conditions of transition ${row.id}`) }))
    .filter(({ conditions }) => conditions.groupIds.includes(groupId));
}

/** One entry for each kind and tracker. */
export async function listGroupUses(db: Reader, projectId: number, groupId: number): Promise<GroupUse[]> {
  const trackers = db.selectFrom('trackers').where('trackers.project_id', '=', projectId);
  const ofFields = trackers.innerJoin('tracker_fields', 'tracker_fields.tracker_id', 'trackers.id');
  const [permissions, fieldPermissions, values, transitions] = await Promise.all([
    trackers
      .innerJoin('tracker_permissions', 'tracker_permissions.tracker_id', 'trackers.id')
      .select('trackers.name')
      .where('tracker_permissions.ugroup_id', '=', groupId)
      .orderBy('trackers.id')
      .execute(),
    ofFields
      .innerJoin('field_permissions', 'field_permissions.field_id', 'tracker_fields.id')
      .select('trackers.name')
      .where('field_permissions.ugroup_id', '=', groupId)
      .orderBy('trackers.id')
      .execute(),
    ofFields
      .innerJoin('group_values', 'group_values.field_id', 'tracker_fields.id')
      .select('trackers.name')
      .where('group_values.ugroup_id', '=', groupId)
      .where('group_values.is_hidden', '=', 0)
      .orderBy('trackers.id')
      .execute(),
    listTransitions(db, projectId, groupId),
  ]);
  const count = (kind: GroupUse['kind'], rows: readonly { name: string }[]): GroupUse[] =>
    [...Map.groupBy(rows, ({ name }) => name)].map(([label, same]) => ({ kind, label, count: same.length }));
  return [
    ...count('tracker-permission', permissions),
    ...count('field-permission', fieldPermissions),
    ...count('transition', transitions),
    ...count('list-value', values),
  ];
}

/** Values of lists that stand for the group are hidden: artifacts keep them. */
export async function releaseGroup(tx: Writer, projectId: number, groupId: number): Promise<void> {
  await groupRights.releaseRights(tx, 'tracker_permissions', ['tracker_id', 'permission'], groupId);
  await groupRights.releaseRights(tx, 'field_permissions', ['field_id', 'permission'], groupId);
  await tx.updateTable('group_values').set({ is_hidden: 1, is_default: 0 }).where('ugroup_id', '=', groupId).execute();
  for (const { id, conditions } of await listTransitions(tx, projectId, groupId)) {
    const others = conditions.groupIds.filter((one) => one !== groupId);
    const changed = { ...conditions, groupIds: others.length === 0 ? [groupIds.admins] : others };
    await tx
      .updateTable('transitions')
      .set({ conditions_json: JSON.stringify(changed) })
      .where('id', '=', id)
      .execute();
  }
}
