// Wire shapes of requests to join projects.
import { Type } from 'typebox';
import { Closed } from '../../platform/http/index.ts';
import { MinimalUser } from '../people/index.ts';

const message = { description: 'Plain text for the administrators of the project.' };

export const NewJoinRequest = Closed(
  {
    project: Type.Optional(Type.String({ pattern: '^[\\w.-]{1,255}$', description: 'Short name or id.' })),
    artifact: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Instead of the project: one of its artifacts, which it is asked for.' }),
    ),
    message: Type.Optional(Type.String({ maxLength: 1000, ...message })),
  },
  [],
  { title: 'NewJoinRequest' },
);

const facts = {
  id: Type.Integer(),
  message: Type.String(message),
  asked_at: Type.String({ format: 'date-time' }),
};

export const OwnJoinRequest = Type.Object(
  {
    ...facts,
    asked: Type.String({
      description: 'What was named, such as `harbor-kanban` or `art #12`; there may be no such thing.',
    }),
    is_refused: Type.Boolean(),
  },
  { title: 'OwnJoinRequest' },
);

export const JoinRequest = Type.Object(
  {
    ...facts,
    user: MinimalUser,
    asked: Type.String({ description: 'What they named: the project, or `art #12` for one of its artifacts.' }),
  },
  { title: 'JoinRequest' },
);

export const JoinDecision = Closed({ is_accepted: Type.Boolean() }, [], { title: 'JoinDecision' });
