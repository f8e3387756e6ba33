// Wire shape of who follows an artifact.
import { Type } from 'typebox';
import { MinimalUser } from '../people/index.ts';

export const Follower = Type.Object(
  {
    user: MinimalUser,
    reason: Type.Union([Type.Literal('artifact'), Type.Literal('involved'), Type.Literal('tracker')], {
      description:
        'What makes them follow: their choice for the artifact, their part in it, or their choice for its tracker.',
    }),
  },
  { title: 'ArtifactFollower' },
);
