// Wire shapes of all that somebody chose about mails.
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';
import { trackerSchemas } from '../trackers/index.ts';
import { TrackerSubscription } from './rules.schema.ts';

export const OwnTrackerSubscription = Type.Object(
  { tracker: trackerSchemas.TrackerReference, level: TrackerSubscription.properties.level },
  { title: 'OwnTrackerSubscription' },
);

export const OwnArtifactSubscription = Type.Object(
  {
    artifact: Type.Object({
      id: Type.Integer(),
      xref: Type.String(),
      title: Nullable(Type.String()),
      tracker: trackerSchemas.TrackerReference,
    }),
    is_subscribed: Type.Boolean({ description: 'false: wants no mail of it.' }),
  },
  { title: 'OwnArtifactSubscription' },
);
