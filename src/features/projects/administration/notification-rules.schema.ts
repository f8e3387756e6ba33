// Whom a project notifies by mail, on the wire.
import { Type } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';
import { MinimalUser } from '../../people/index.ts';
import { MinimalUserGroup } from '../groups/projects.schema.ts';

export const NotificationRules = Type.Array(
  Type.Object(
    {
      kind: Type.Enum(['tracker', 'git', 'svn']),
      id: Type.Integer({ description: 'Of the tracker or repository.' }),
      label: Type.String(),
      extent: Type.Enum(['all', 'status', 'involved', 'none'], {
        description:
          'status: new artifacts and changes of the status alone; involved: pull requests, to whom they concern; none: nobody is mailed.',
      }),
      rules: Type.Array(
        Type.Object({
          of: Type.Enum(['all', 'new', 'path', 'pull_requests', 'date'], {
            description:
              'new: new artifacts alone; path: changes below `path`; pull_requests: open ones that they made, review or wrote in; date: a `reminder`.',
          }),
          path: Nullable(Type.String()),
          reminder: Type.Optional(
            Type.Object({
              field: Type.String({ description: 'Label of the date field.' }),
              type: Type.Enum(['before', 'after']),
              days: Type.Integer(),
              roles: Type.Array(Type.Enum(['submitter', 'assignee', 'commenter'])),
            }),
          ),
          groups: Type.Array(MinimalUserGroup),
          users: Type.Array(MinimalUser),
          emails: Type.Array(Type.String()),
        }),
        { description: 'Who is notified without asking for it.' },
      ),
      choices: Nullable(
        Type.Object(
          { all: Type.Integer(), involved: Type.Integer(), status: Type.Integer(), none: Type.Integer() },
          { description: 'How many people chose what for themselves; null where nobody chooses.' },
        ),
      ),
    },
    { title: 'NotificationRules' },
  ),
);
