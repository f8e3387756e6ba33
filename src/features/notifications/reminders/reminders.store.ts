// Reads and writes reminders of dates, and finds the artifacts that they are about.
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import type { GroupUse } from '../../projects/index.ts';
import './reminders.tables.ts';

export type ReminderRow = Selectable<Tables['date_reminders']>;
export type NewReminder = Omit<Insertable<Tables['date_reminders']>, 'id'>;

/** In the order in which they were made. */
export const listReminders = (db: Reader, trackerId: number): Promise<ReminderRow[]> =>
  db.selectFrom('date_reminders').selectAll().where('tracker_id', '=', trackerId).orderBy('id').execute();

/** Enabled ones of several trackers, in the order in which they were made. */
export const listRemindersOf = (db: Reader, trackerIds: readonly number[]): Promise<ReminderRow[]> =>
  db
    .selectFrom('date_reminders')
    .selectAll()
    .where('is_enabled', '=', 1)
    .where('tracker_id', 'in', [-1, ...trackerIds])
    .orderBy('id')
    .execute();

export const findReminder = (db: Reader, id: number): Promise<ReminderRow | undefined> =>
  db.selectFrom('date_reminders').selectAll().where('id', '=', id).executeTakeFirst();

/** Enabled ones that have not told of everything until this day, with greater ids than `afterId`. */
export const listWaiting = (db: Reader, day: string, afterId: number, limit: number): Promise<ReminderRow[]> =>
  db
    .selectFrom('date_reminders')
    .selectAll()
    .where('is_enabled', '=', 1)
    .where('told_until_day', '<', day)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Group ids by reminder. */
export async function listReminderGroups(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  const rows = await db
    .selectFrom('date_reminder_groups')
    .selectAll()
    .where('reminder_id', 'in', [-1, ...ids])
    .orderBy('ugroup_id')
    .execute();
  const groups = new Map<number, number[]>();
  for (const { reminder_id: id, ugroup_id: group } of rows) groups.set(id, [...(groups.get(id) ?? []), group]);
  return groups;
}

/** `id` undefined: a new one. */
export async function saveReminder(
  tx: Writer,
  id: number | undefined,
  row: NewReminder,
  groupIds: readonly number[],
): Promise<void> {
  const saved = id ?? (await tx.insertInto('date_reminders').values(row).returning('id').executeTakeFirstOrThrow()).id;
  if (id !== undefined) {
    await tx.updateTable('date_reminders').set(row).where('id', '=', id).execute();
    await tx.deleteFrom('date_reminder_groups').where('reminder_id', '=', id).execute();
  }
  if (groupIds.length === 0) return;
  await tx
    .insertInto('date_reminder_groups')
    .values(groupIds.map((group) => ({ reminder_id: saved, ugroup_id: group })))
    .execute();
}

export async function deleteReminders(tx: Writer, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('date_reminders')
    .where('id', 'in', [-1, ...ids])
    .execute();
}

/** How far a reminder has told. */
export type Progress = Pick<ReminderRow, 'told_until_day' | 'telling_until_day' | 'told_artifact_id' | 'told_user_id'>;

/** That everything was told until the end of the day. */
export const notifiedUntil = (day: string): Progress => ({
  told_until_day: day,
  telling_until_day: null,
  told_artifact_id: 0,
  told_user_id: 0,
});

/** False where it is not where `row` says any more: somebody changed it, or another attempt was quicker. */
export async function saveProgress(tx: Writer, row: ReminderRow, progress: Progress): Promise<boolean> {
  const saved = await tx
    .updateTable('date_reminders')
    .set(progress)
    .where('id', '=', row.id)
    .where('is_enabled', '=', 1)
    .where('told_until_day', '=', row.told_until_day)
    .where('told_artifact_id', '=', row.told_artifact_id)
    .where('told_user_id', '=', row.told_user_id)
    .executeTakeFirst();
  return Number(saved.numUpdatedRows) === 1;
}

export interface DueQuery {
  trackerId: number;
  fieldId: number;
  /** Where the date of such a field is. */
  column: 'key' | 'submitted_at_ms' | 'updated_at_ms';
  /** The start included, the end not. */
  fromMs: number;
  toMs: number;
}

/** The first artifact with such a date and an id from `fromId` on. */
export async function findDue(db: Reader, query: DueQuery, fromId: number): Promise<number | undefined> {
  const { trackerId, fieldId, column, fromMs, toMs } = query;
  const found =
    column === 'key'
      ? await db
          .selectFrom('artifact_keys')
          .select('artifact_id as id')
          .where('field_id', '=', fieldId)
          .where('key', '>=', fromMs / 1000)
          .where('key', '<', toMs / 1000)
          .where('artifact_id', '>=', fromId)
          .orderBy('artifact_id')
          .limit(1)
          .executeTakeFirst()
      : await db
          .selectFrom('artifacts')
          .select('id')
          .where('tracker_id', '=', trackerId)
          .where(column, '>=', fromMs)
          .where(column, '<', toMs)
          .where('id', '>=', fromId)
          .orderBy('id')
          .limit(1)
          .executeTakeFirst();
  return found?.id;
}

/** Trackers that remind the group. */
export async function listRemindedUses(db: Reader, projectId: number, groupId: number): Promise<GroupUse[]> {
  const rows = await db
    .selectFrom('date_reminder_groups')
    .innerJoin('date_reminders', 'date_reminders.id', 'date_reminder_groups.reminder_id')
    .innerJoin('trackers', 'trackers.id', 'date_reminders.tracker_id')
    .select(['trackers.name', (eb) => eb.fn.countAll<number>().as('count')])
    .where('trackers.project_id', '=', projectId)
    .where('date_reminder_groups.ugroup_id', '=', groupId)
    .groupBy(['trackers.id', 'trackers.name'])
    .orderBy('trackers.id')
    .execute();
  return rows.map(({ name, count }) => ({ kind: 'notification', label: name, count: Number(count) }));
}

/** Reminders of a date, switched off ones too. */
export async function listReminderUses(db: Reader, fieldId: number): Promise<{ kind: 'reminder'; days: number }[]> {
  const rows = await db
    .selectFrom('date_reminders')
    .select(['type', 'days'])
    .where('field_id', '=', fieldId)
    .orderBy('id')
    .execute();
  return rows.map(({ type, days }) => ({ kind: 'reminder', days: type === 'before' && days > 0 ? -days : days }));
}

export async function releaseRemindedGroup(tx: Writer, _projectId: number, groupId: number): Promise<void> {
  await tx.deleteFrom('date_reminder_groups').where('ugroup_id', '=', groupId).execute();
}
