// Reminders of dates as administrators of a tracker set them.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/index.ts';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { formatDay } from '../../../platform/texts/dates.ts';
import type { CopyTracker } from '../../archive/index.ts';
import { userGroupNames } from '../../projects/index.ts';
import type { NotificationSource, Viewer } from '../../projects/index.ts';
import { changeDefinition, fieldTypeOf, isTrackerAdmin } from '../../trackers/index.ts';
import type { Definition, Field, SearchKind, Trackers } from '../../trackers/index.ts';
import { readNotifiedGroup } from '../notified-groups.ts';
import type { DateReminders as Shown, NewDateReminders } from './reminders.schema.ts';
import * as store from './reminders.store.ts';
import type { DueQuery, NewReminder, ReminderRow } from './reminders.store.ts';

type Sent = Static<typeof NewDateReminders>['reminders'][number];

export interface DateReminders {
  /** In the order in which they were made. Throws notFound, and forbidden for who does not administer the tracker. */
  list(viewer: Viewer, trackerId: number): Promise<Static<typeof Shown>>;
  /**
   * Changes those that are named by their ids, makes those without, and ends the others. What is new, begins anew or is about
   * another day starts with the next day. Throws as changeDefinition, and invalid with the path for what can't be.
   */
  save(viewer: Viewer, trackerId: number, sent: Static<typeof NewDateReminders>): Promise<Static<typeof Shown>>;
}

const columns: Readonly<Partial<Record<SearchKind, DueQuery['column']>>> = {
  date: 'key',
  'submitted-on': 'submitted_at_ms',
  'updated-on': 'updated_at_ms',
};

/** Where the dates of a field are found; undefined for one that has none. */
export const dateColumnOf = ({ type }: Pick<Field, 'type'>): DueQuery['column'] | undefined => {
  const { search } = fieldTypeOf(type);
  return search === undefined ? undefined : columns[search];
};

export function createDateReminders(deps: { database: Database; clock: Clock; trackers: Trackers }): DateReminders {
  const { database, clock, trackers } = deps;
  const list = async (viewer: Viewer, trackerId: number) => {
    const tracker = await trackers.read(viewer, trackerId);
    if (!isTrackerAdmin(viewer, tracker))
      throw forbidden(says('tracker.admin-only')`only administrators of the tracker can do this`);
    return viewReminders(database.read, tracker);
  };
  return {
    list,
    async save(viewer, trackerId, { reminders }) {
      const changed = { changed: 'date_reminders', value: reminders.length };
      await changeDefinition(deps, viewer, trackerId, changed, async (tx, tracker) => {
        const former = new Map((await store.listReminders(tx, tracker.id)).map((row) => [row.id, row]));
        const today = formatDay(clock.nowMs());
        const kept = new Set<number>();
        for (const [index, sent] of reminders.entries()) {
          const path = `reminders[${index}]`;
          const before = sent.id === undefined ? undefined : former.get(sent.id);
          if (sent.id !== undefined && (before === undefined || kept.has(sent.id)))
            throw invalid(
              says('reminder.foreign')`${sent.id} is not a reminder of this tracker, or is listed twice`,
              `${path}.id`,
            );
          if (before !== undefined) kept.add(before.id);
          const groups = [
            ...new Set(
              sent.user_group_ids.map((id, place) =>
                readNotifiedGroup(tracker, id, `${path}.user_group_ids[${place}]`),
              ),
            ),
          ];
          await store.saveReminder(tx, before?.id, readReminder(tracker, sent, { before, today, path }), groups);
        }
        await store.deleteReminders(
          tx,
          [...former.keys()].filter((id) => !kept.has(id)),
        );
      });
      return list(viewer, trackerId);
    },
  };
}

async function viewReminders(db: Reader, tracker: Definition): Promise<Static<typeof Shown>> {
  const rows = await store.listReminders(db, tracker.id);
  const groups = await store.listReminderGroups(
    db,
    rows.map(({ id }) => id),
  );
  const reminders = rows.flatMap((row) => {
    const field = tracker.fieldById.get(row.field_id);
    if (field === undefined || field.settings.isDeleted === true) return [];
    return {
      id: row.id,
      field: { field_id: field.id, label: field.label },
      type: row.type,
      days: row.days,
      is_enabled: row.is_enabled === 1,
      notify_closed_artifacts: row.tells_closed === 1,
      user_groups: (groups.get(row.id) ?? []).map((id) =>
        userGroupNames.viewMinimalGroup(id, tracker.project.id, tracker.groupNames.get(id)),
      ),
      roles: rolesOf(row),
    };
  });
  return { reminders };
}

const rolesOf = (row: ReminderRow) => [
  ...(row.tells_submitter === 1 ? (['submitter'] as const) : []),
  ...(row.tells_assignees === 1 ? (['assignee'] as const) : []),
  ...(row.tells_commenters === 1 ? (['commenter'] as const) : []),
];

/** What reminders tell, by tracker. */
export async function listReminderNotifications(
  db: Reader,
  trackers: readonly Definition[],
): Promise<ReadonlyMap<number, NotificationSource['rules']>> {
  const rows = await store.listRemindersOf(
    db,
    trackers.map(({ id }) => id),
  );
  const groups = await store.listReminderGroups(
    db,
    rows.map(({ id }) => id),
  );
  const fields = new Map(trackers.flatMap(({ fieldById }) => [...fieldById]));
  const rules = new Map<number, NotificationSource['rules'][number][]>();
  for (const row of rows) {
    const field = fields.get(row.field_id);
    if (field === undefined) continue;
    const reminder = { field: field.label, type: row.type, days: row.days, roles: rolesOf(row) };
    const rule: NotificationSource['rules'][number] = {
      of: 'date',
      path: null,
      reminder,
      groupIds: groups.get(row.id) ?? [],
      userIds: [],
      emails: [],
    };
    rules.set(row.tracker_id, [...(rules.get(row.tracker_id) ?? []), rule]);
  }
  return rules;
}

interface Place {
  before: ReminderRow | undefined;
  today: string;
  path: string;
}

const progressOf = ({
  told_until_day,
  telling_until_day,
  told_artifact_id,
  told_user_id,
}: ReminderRow): store.Progress => ({
  told_until_day,
  telling_until_day,
  told_artifact_id,
  told_user_id,
});

/** Where it is about the same days as before, what was told stays told. */
function readReminder(tracker: Definition, sent: Sent, { before, today, path }: Place): NewReminder {
  const { field_id: fieldId, type, days, roles } = sent;
  const field = tracker.fieldById.get(fieldId);
  const column = field === undefined || field.settings.isDeleted === true ? undefined : dateColumnOf(field);
  if (column === undefined)
    throw invalid(says('reminder.no-date')`${fieldId} is not a date field of this tracker`, `${path}.field_id`);
  if (column !== 'key' && type === 'before' && days > 0)
    throw invalid(
      says('reminder.before')`this field is only set when the event happens, so reminders can only be sent after it`,
      `${path}.type`,
    );
  if (roles.length === 0 && sent.user_group_ids.length === 0)
    throw invalid(says('reminder.nobody')`notifies no one; add groups or roles`, `${path}.roles`);
  const isEnabled = sent.is_enabled ?? true;
  const isSame =
    before?.is_enabled === (isEnabled ? 1 : 0) &&
    before.field_id === fieldId &&
    before.type === type &&
    before.days === days;
  return {
    tracker_id: tracker.id,
    field_id: fieldId,
    type,
    days,
    is_enabled: isEnabled ? 1 : 0,
    tells_closed: sent.notify_closed_artifacts === true ? 1 : 0,
    tells_submitter: roles.includes('submitter') ? 1 : 0,
    tells_assignees: roles.includes('assignee') ? 1 : 0,
    tells_commenters: roles.includes('commenter') ? 1 : 0,
    ...(isSame ? progressOf(before) : store.notifiedUntil(today)),
  };
}

/** Those of the fields that the copy has; it starts with the day after. */
export const copyReminders: CopyTracker = async (tx, { sourceId, targetId, nowMs, fieldOf, groupOf }) => {
  const rows = await store.listReminders(tx, sourceId);
  const groups = await store.listReminderGroups(
    tx,
    rows.map(({ id }) => id),
  );
  for (const { id, field_id: formerId, ...row } of rows) {
    const fieldId = fieldOf(formerId);
    if (fieldId === undefined) continue;
    const copy = { ...row, tracker_id: targetId, field_id: fieldId, ...store.notifiedUntil(formatDay(nowMs)) };
    const groupIds = (groups.get(id) ?? []).flatMap((group) => groupOf(group) ?? []);
    await store.saveReminder(tx, undefined, copy, groupIds);
  }
};
