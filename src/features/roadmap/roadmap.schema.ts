// Wire shapes of roadmaps.
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';
import { projectSchemas } from '../projects/index.ts';

const Dependencies = Type.Record(Type.String(), Type.Array(Type.Integer()), {
  title: 'RoadmapDependencies',
  description: 'Ids of what it links to, by the type of the links; those without one are under the empty name.',
});

export const RoadmapTask = Type.Object(
  {
    id: Type.Integer(),
    xref: Type.String(),
    html_url: Type.String(),
    title: Type.String(),
    color_name: Type.String(),
    progress: Nullable(Type.Number({ description: 'From 0 to 1.' })),
    progress_error_message: Type.String(),
    start: Nullable(Type.String()),
    end: Nullable(Type.String()),
    dependencies: Type.Union([Dependencies, Type.Array(Type.Integer(), { maxItems: 0 })]),
    subtasks_uri: Type.String(),
    project: projectSchemas.ProjectReference,
    are_dates_implied: Type.Boolean({ description: 'The dates are those of an artifact of another tracker.' }),
    is_open: Type.Boolean(),
    time_period_error_message: Type.String(),
  },
  { title: 'RoadmapTask' },
);

export const RoadmapIteration = Type.Object(
  { id: Type.Integer(), html_url: Type.String(), title: Type.String(), start: Type.String(), end: Type.String() },
  { title: 'RoadmapIteration' },
);
