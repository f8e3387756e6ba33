// Wire shapes of events, and what a reader may ask for.
import { Type } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';
import { artifactEvents } from '../../artifacts/index.ts';
import { MinimalUser } from '../../people/index.ts';
import { trackerSchemas } from '../../trackers/index.ts';

export const Event = Type.Object(
  {
    id: Type.Integer({ description: 'Position in the log: grows in the order in which changes became durable.' }),
    kind: Type.String({ description: `One of ${artifactEvents.kinds.join(', ')}.` }),
    at: Type.String(),
    by: MinimalUser,
    artifact: Type.Object({ id: Type.Integer(), uri: Type.String() }),
    tracker: trackerSchemas.TrackerReference,
    from_tracker: Nullable(trackerSchemas.TrackerReference),
    changeset_id: Nullable(Type.Integer()),
    made_by_agent: Type.Optional(
      Type.String({ description: 'Where an agent made the change for the person: how it introduced itself.' }),
    ),
  },
  { title: 'Event' },
);

export const EventPage = Type.Object(
  {
    events: Type.Array(Event),
    next: Type.Integer({ description: 'What to send as `since` next, also where nothing was found.' }),
  },
  { title: 'EventPage' },
);

const since = Type.Integer({
  minimum: 0,
  description: 'Events after this position; 0: all that are kept. Without it: those that are still to come.',
});

const filter = {
  kinds: Type.Optional(Type.String({ description: 'Some kinds, separated by commas.' })),
  project: Type.Optional(Type.Integer({ description: 'Events of one project.' })),
  tracker: Type.Optional(Type.Integer({ description: 'Events of one tracker.' })),
  artifact: Type.Optional(Type.Integer({ description: 'Events of one artifact.' })),
};

export const PollQuery = Type.Object({
  since: Type.Optional(since),
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Entries at most.' }),
  wait: Type.Integer({
    minimum: 0,
    maximum: 30,
    default: 0,
    description: 'For how many seconds to wait for the first event.',
  }),
  ...filter,
});

export const StreamQuery = Type.Object({
  since: Type.Optional(since),
  site: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'The site as you know it, as `site-changed` says; where it is another one by now, the stream begins with that.',
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description: 'The stream ends after so many seconds; without it, when its client leaves.',
    }),
  ),
  ...filter,
});
