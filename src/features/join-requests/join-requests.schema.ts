// Wire shapes of requests to join projects.
import { Type } from 'typebox';
import { Closed } from '../../platform/http/index.ts';
import { MinimalUser } from '../people/index.ts';

const message = { description: 'Plain text for the administrators of the project.' };

const thing = (description: string) => Type.Optional(Type.Integer({ minimum: 1, description }));

export const NewJoinRequest = Closed(
  {
    project: Type.Optional(Type.String({ pattern: '^[\\w.-]{1,255}$', description: 'Short name or id.' })),
    artifact: thing('Instead of the project: one of its artifacts, which it is asked for.'),
    tracker: thing('Or one of its trackers.'),
    kanban: thing('Or one of its kanbans.'),
    repository: thing('Or one of its Git repositories.'),
    pull_request: thing('Or a pull request to one of them.'),
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
    asked: Type.String({ description: 'What they named: the project, or one of its things, such as `art #12`.' }),
  },
  { title: 'JoinRequest' },
);

export const JoinDecision = Closed({ is_accepted: Type.Boolean() }, [], { title: 'JoinDecision' });
