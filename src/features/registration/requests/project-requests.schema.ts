// Wire shapes of projects that wait for approval.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../../platform/http/index.ts';
import { MinimalUser } from '../../people/index.ts';
import { projectSchemas } from '../../projects/index.ts';

export const ProjectRequest = Type.Object(
  {
    project: projectSchemas.MinimalProject,
    description: Type.String(),
    asked_by: Nullable(MinimalUser),
    asked_at: Type.String({ format: 'date-time' }),
  },
  { title: 'ProjectRequest' },
);

export const ProjectDecision = Closed(
  {
    is_approved: Type.Boolean(),
    reason: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Plain text for who asked; refusals need one.' }),
    ),
  },
  [],
  { title: 'ProjectVerdict' },
);
