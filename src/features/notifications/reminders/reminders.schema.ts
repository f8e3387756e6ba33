// Wire shapes of reminders of dates.
import { Type } from 'typebox';
import { projectSchemas } from '../../projects/index.ts';

/** Of one tracker. */
export const remindersMax = 50;

const rule = {
  type: Type.Union([Type.Literal('before'), Type.Literal('after')], {
    description: 'after: so many days after the date; the dates of submission and of the last change have after alone',
  }),
  days: Type.Integer({ minimum: 0, maximum: 3650, description: '0: on the day itself' }),
};
const roles = Type.Array(Type.Union([Type.Literal('submitter'), Type.Literal('assignee'), Type.Literal('commenter')]), {
  maxItems: 3,
});
const isEnabled = Type.Boolean({ description: 'false: it waits; what would have come meanwhile never comes' });
const notifiesOfClosed = Type.Boolean({ description: 'Whether it comes for artifacts too whose status is closed' });

const DateReminder = Type.Object({
  id: Type.Integer(),
  field: Type.Object({ field_id: Type.Integer(), label: Type.String() }),
  ...rule,
  is_enabled: isEnabled,
  notify_closed_artifacts: notifiesOfClosed,
  user_groups: Type.Array(projectSchemas.MinimalUserGroup),
  roles,
});

export const DateReminders = Type.Object({ reminders: Type.Array(DateReminder) }, { title: 'DateReminders' });

/** What archives say of a reminder beside its field and its groups. */
export const ReminderRule = Type.Object(rule);

export const NewDateReminders = Type.Object({
  reminders: Type.Array(
    Type.Object({
      id: Type.Optional(Type.Integer({ description: 'Of one that is changed; absent: a new one.' })),
      field_id: Type.Integer(),
      ...rule,
      is_enabled: Type.Optional(isEnabled),
      notify_closed_artifacts: Type.Optional(notifiesOfClosed),
      user_group_ids: Type.Array(
        Type.String({ maxLength: 40, description: 'Such as 101_3, or the number of a group.' }),
        {
          maxItems: 50,
        },
      ),
      roles,
    }),
    { maxItems: remindersMax },
  ),
});
