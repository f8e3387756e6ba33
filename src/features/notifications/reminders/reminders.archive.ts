// Reminders of dates in project archives: `date-reminders.xml`, beside project.xml, which others pass over.
import type { Reader } from '../../../platform/database/index.ts';
import { formatDay } from '../../../platform/texts/dates.ts';
import { shapeCheck } from '../../../platform/texts/shape.ts';
import { says } from '../../../platform/texts/said.ts';
import {
  element,
  findChildren,
  loadNames,
  readAttribute,
  readFilledAttribute,
  readSwitch,
  stored,
  storedParts,
} from '../../archive/index.ts';
import type { ElementPart, ImportContext, ImportedTracker, XmlElement } from '../../archive/index.ts';
import { userGroupRecords } from '../../projects/index.ts';
import { trackerRecords } from '../../trackers/index.ts';
import { ReminderRule, remindersMax } from './reminders.schema.ts';
import { dateColumnOf } from './reminders.service.ts';
import * as store from './reminders.store.ts';
import type { ReminderRow } from './reminders.store.ts';

const blockName = 'date_reminders';
const isRule = shapeCheck(ReminderRule);

const readReminder = (reminder: XmlElement) => {
  const rule: unknown = {
    type: readAttribute(reminder, 'type'),
    days: /^\d{1,9}$/.test(reminder.attributes['days'] ?? '') ? Number(reminder.attributes['days']) : undefined,
  };
  return {
    line: reminder.line,
    trackerRef: readFilledAttribute(reminder, 'tracker_id'),
    fieldRef: readFilledAttribute(reminder, 'field_id'),
    rule: isRule(rule) ? rule : undefined,
    isEnabled: readSwitch(reminder, 'is_enabled', true),
    tellsClosed: readSwitch(reminder, 'notify_closed_artifacts', false),
    tellsSubmitter: readSwitch(reminder, 'submitter', false),
    tellsAssignees: readSwitch(reminder, 'assignee', false),
    tellsCommenters: readSwitch(reminder, 'commenter', false),
    groups: findChildren(reminder, 'ugroup').map((group) => readFilledAttribute(group, 'ugroup_name')),
  };
};

type ArchiveReminder = ReturnType<typeof readReminder>;

/** It starts with the day after the import, so that nobody is told of days that are long over. */
async function importReminder(
  { tx, nowMs, findGroup, warn }: ImportContext,
  reminder: ArchiveReminder,
  tracker: ImportedTracker | undefined,
): Promise<void> {
  const { line, rule, fieldRef, trackerRef } = reminder;
  const field = tracker?.fieldsByRef.get(fieldRef);
  const column = field && dateColumnOf(field);
  if (tracker === undefined || field === undefined || column === undefined) {
    warn(
      line,
      'reminder',
      says('left.no-date-field')`there is no date field \`${fieldRef}\` in \`${trackerRef}\`; it is skipped`,
    );
    return;
  }
  if (rule === undefined || (column !== 'key' && rule.type === 'before' && rule.days > 0)) {
    warn(line, 'reminder', says('left.reminder')`its type or its days are not valid; it is skipped`);
    return;
  }
  const groupIds = reminder.groups.flatMap((name) => {
    const id = findGroup(name);
    if (id === undefined)
      warn(line, 'ugroup', says('left.not-reminded')`there is no group \`${name}\`; it gets no reminders`);
    return id ?? [];
  });
  const row = {
    tracker_id: tracker.id,
    field_id: field.id,
    ...rule,
    is_enabled: reminder.isEnabled ? 1 : 0,
    tells_closed: reminder.tellsClosed ? 1 : 0,
    tells_submitter: reminder.tellsSubmitter ? 1 : 0,
    tells_assignees: reminder.tellsAssignees ? 1 : 0,
    tells_commenters: reminder.tellsCommenters ? 1 : 0,
    ...store.notifiedUntil(formatDay(nowMs)),
  };
  await store.saveReminder(tx, undefined, row, [...new Set(groupIds)]);
}

const writeReminder = (
  { tracker, field, group }: Awaited<ReturnType<typeof loadNames>>,
  row: ReminderRow,
  groupIds: readonly number[],
): string =>
  element(
    'reminder',
    {
      tracker_id: tracker(row.tracker_id),
      field_id: field(row.field_id),
      type: row.type,
      days: row.days,
      is_enabled: row.is_enabled === 1,
      notify_closed_artifacts: row.tells_closed === 1,
      submitter: row.tells_submitter === 1,
      assignee: row.tells_assignees === 1,
      commenter: row.tells_commenters === 1,
    },
    groupIds.flatMap((id) => {
      const name = group(id);
      return name === undefined ? [] : [element('ugroup', { ugroup_name: name })];
    }),
  );

/** Undefined where no tracker has any. Those of fields that are removed stay behind. */
async function writeAll(db: Reader, projectId: number): Promise<string | undefined> {
  const groups = await userGroupRecords.listGroups(db, projectId);
  const names = await loadNames(db, projectId, new Map(groups.map((group) => [group.id, group.name])));
  const written: string[] = [];
  for (const { id, is_deleted: isDeleted } of await trackerRecords.listTrackerRows(db, projectId)) {
    const rows = isDeleted === 1 ? [] : await store.listReminders(db, id);
    if (rows.length === 0) continue;
    const tracker = await trackerRecords.loadDefinition(db, id);
    const groupsOf = await store.listReminderGroups(
      db,
      rows.map((row) => row.id),
    );
    for (const row of rows)
      if (tracker?.fieldById.get(row.field_id)?.settings.isDeleted !== true)
        written.push(writeReminder(names, row, groupsOf.get(row.id) ?? []));
  }
  return written.length === 0 ? undefined : element(blockName, {}, written);
}

export const remindersArchive: ElementPart = {
  element: blockName,
  file: 'date-reminders.xml',
  outcome: stored('reminders of dates', {
    reminder: stored('reminder', {
      ...storedParts({
        '@tracker_id': 'of whose artifacts',
        '@field_id': 'of which date',
        '@type': 'whether before the date or after it',
        '@days': 'how many days',
        '@is_enabled': 'whether it is sent',
        '@notify_closed_artifacts': 'whether for closed artifacts too',
        '@submitter': 'whether who submitted the artifact is told',
        '@assignee': 'whether who it is assigned to is told',
        '@commenter': 'whether who commented on it is told',
      }),
      ugroup: stored('group that is told', storedParts({ '@ugroup_name': 'which one' })),
    }),
  }),
  leftByTemplates: [],
  read(root) {
    const reminders = findChildren(root, 'reminder').map(readReminder);
    return {
      check({ warn }, hasTracker) {
        for (const { trackerRef, line } of reminders)
          if (!hasTracker(trackerRef))
            warn(line, 'reminder', says('left.of-no-tracker')`there is no tracker \`${trackerRef}\`; it is skipped`);
      },
      async import(context, _block, trackers) {
        for (const [trackerRef, ofTracker] of Map.groupBy(reminders, (one) => one.trackerRef)) {
          const tracker = trackers.get(trackerRef);
          for (const reminder of ofTracker.slice(0, remindersMax)) await importReminder(context, reminder, tracker);
          const [tooMany] = ofTracker.slice(remindersMax);
          if (tooMany !== undefined)
            context.warn(
              tooMany.line,
              'reminder',
              says('left.reminders')`a tracker can have at most ${remindersMax}; the others are skipped`,
            );
        }
        return undefined;
      },
    };
  },
  async export(db, projectId) {
    const xml = await writeAll(db, projectId);
    return xml === undefined ? undefined : { name: blockName, line: 0, xml };
  },
};
