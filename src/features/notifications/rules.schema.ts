// Wire shapes of who is told of what.
import { Type } from 'typebox';
import { projectSchemas } from '../projects/index.ts';

const Level = Type.Union(
  [Type.Literal('all'), Type.Literal('involved'), Type.Literal('status'), Type.Literal('none')],
  {
    description:
      'all: every change; involved: of what you submitted, are assigned to, or commented on; status: new artifacts and changes of the status; none',
  },
);

export const NotificationRecipient = Type.Object({
  email: Type.Union([Type.String(), Type.Null()]),
  user_group: Type.Union([projectSchemas.MinimalUserGroup, Type.Null()]),
  all_updates: Type.Boolean(),
});

export const NotificationRecipients = Type.Object(
  { recipients: Type.Array(NotificationRecipient) },
  { title: 'NotificationRecipients' },
);

export const NewNotificationRecipients = Type.Object({
  recipients: Type.Array(
    Type.Object({
      email: Type.Optional(Type.String({ maxLength: 254 })),
      user_group_id: Type.Optional(Type.String({ description: 'Such as 101_3, or the number of a group.' })),
      all_updates: Type.Boolean({ description: 'false: of new artifacts alone.' }),
    }),
    { maxItems: 200 },
  ),
});

/** Whether the mails of a tracker bring its timeframe as an event for calendars. */
export const CalendarEvents = Type.Object({ enabled: Type.Boolean() }, { title: 'CalendarEvents' });

export const TrackerSubscription = Type.Object(
  {
    level: Level,
    field_ids: Type.Union([Type.Array(Type.Integer()), Type.Null()]),
    is_default: Type.Boolean(),
  },
  { title: 'TrackerSubscription' },
);

export const NewTrackerSubscription = Type.Object({
  level: Level,
  field_ids: Type.Optional(
    Type.Union([Type.Array(Type.Integer(), { maxItems: 500 }), Type.Null()], {
      description: 'Only changes of these fields, with the levels all and involved; null: of all.',
    }),
  ),
});

export const ArtifactSubscription = Type.Object(
  {
    is_subscribed: Type.Union([Type.Boolean(), Type.Null()], { description: 'null: as you chose for its tracker.' }),
  },
  { title: 'ArtifactSubscription' },
);
