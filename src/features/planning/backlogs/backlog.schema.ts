// Wire shapes of what a backlog or a milestone holds, and of its order.
import { Type } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';
import { artifactSchemas } from '../../artifacts/index.ts';
import { projectSchemas } from '../../projects/index.ts';
import { trackerSchemas } from '../../trackers/index.ts';

/** Here alone the format shows the project's background. */
const ParentTracker = Type.Object({
  ...trackerSchemas.TrackerReference.properties,
  project: Type.Object({ ...projectSchemas.ProjectReference.properties, background: Type.Null() }),
});

export const BacklogItem = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String(),
    type: Type.String({ description: 'Name of the tracker.' }),
    short_type: Type.String({ description: 'Short name of the tracker.' }),
    status: Type.String({ description: 'Open or Closed.' }),
    full_status: artifactSchemas.FullStatus,
    color: Type.String(),
    background_color_name: Type.String(),
    initial_effort: Nullable(Type.Number()),
    remaining_effort: Nullable(Type.Number()),
    artifact: artifactSchemas.ArtifactReference,
    parent: Nullable(
      Type.Object({ id: Type.Integer(), label: Type.String(), uri: Type.String(), tracker: ParentTracker }),
    ),
    project: projectSchemas.ProjectReference,
    has_children: Type.Boolean(),
    accept: Type.Object({ trackers: Type.Array(trackerSchemas.TrackerReference) }),
    card_fields: Type.Array(artifactSchemas.ShownValue),
  },
  { title: 'BacklogItem' },
);

/** What a milestone holds, as what tests may cover. */
export const PlannedForTest = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String(),
    short_type: Type.String({ description: 'Short name of the tracker.' }),
    color: Type.String(),
    artifact: artifactSchemas.ArtifactReference,
    can_add_a_test: Type.Boolean({ description: 'Whether you may link a test to it.' }),
  },
  { title: 'PlannedForTest' },
);

/** Items that one request adds, removes or orders; more are answered 400. */
const itemsMax = 1000;
const Added = Type.Object({
  id: Type.Integer(),
  remove_from: Type.Optional(
    Nullable(Type.Integer({ description: 'The milestone or item that links to it so far; 0: none.' })),
  ),
});

export const BacklogOrder = Type.Object({
  ids: Type.Array(Type.Integer(), {
    maxItems: itemsMax,
    description: 'Items in the order wanted; all of them move.',
  }),
  direction: Type.String({ description: 'before or after.' }),
  compared_to: Type.Integer({ description: 'The item that they go directly before or after.' }),
});

/** As a list by itself, or as one that has a name. */
export const ItemIds = Type.Union([
  Type.Array(Type.Integer(), { maxItems: itemsMax }),
  Type.Object({ ids: Type.Array(Type.Integer(), { maxItems: itemsMax }) }),
]);

export const NewBacklogItem = Type.Object({ artifact: Type.Object({ id: Type.Integer() }) });

export const SubMilestoneChange = Type.Object({
  add: Type.Optional(Nullable(Type.Array(Type.Object({ id: Type.Integer() }), { maxItems: itemsMax }))),
});

/** A project's backlog as its page begins: what goes into it, and whether the viewer may order it. */
export const BacklogOverview = Type.Object(
  {
    content: Type.Array(Type.Omit(BacklogItem, ['full_status', 'background_color_name', 'remaining_effort'])),
    accept: Type.Object({
      trackers: Type.Array(trackerSchemas.TrackerReference),
      parent_trackers: Type.Array(trackerSchemas.TrackerReference),
    }),
    has_user_priority_change_permission: Type.Boolean(),
  },
  { title: 'BacklogOverview' },
);

export const BacklogChange = Type.Object({
  order: Type.Optional(Nullable(BacklogOrder)),
  add: Type.Optional(Nullable(Type.Array(Added, { maxItems: itemsMax }))),
  remove: Type.Optional(
    Nullable(
      Type.Array(Type.Object({ id: Type.Integer() }), {
        maxItems: itemsMax,
        description: 'Of a project’s backlog that holds only what was put there.',
      }),
    ),
  ),
});
