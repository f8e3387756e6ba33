// Wire shapes of trackers.
import { Type } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';
import { projectSchemas } from '../../projects/index.ts';
import { TrackerWorkflow } from '../workflow/workflow.schema.ts';

export const MinimalTracker = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    label: Type.String(),
    color_name: Type.String(),
    project: projectSchemas.ProjectReference,
    cannot_create_reasons: Nullable(Type.Array(Type.String())),
  },
  { title: 'MinimalTracker' },
);

const icon = Type.String({ description: 'One emoji before the name; empty: none.' });
const singularLabel = Type.String({ description: 'What one artifact is called, as in “New bug”.' });

/** The short form in the list of a project. */
export const ListedTracker = Type.Object(
  {
    ...MinimalTracker.properties,
    is_promoted: Type.Boolean({
      description: 'Stands first in the side bar of its project, and where something is created.',
    }),
    icon,
    singular_label: singularLabel,
  },
  { title: 'ListedTracker' },
);

/** The short form inside links and parents: the colour's key is `color` here. */
export const TrackerReference = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    label: Type.String(),
    color: Type.String(),
    project: projectSchemas.ProjectReference,
  },
  { title: 'TrackerReference' },
);

const Groups = Type.Array(projectSchemas.MinimalUserGroup);

export const TrackerField = Type.Object(
  {
    field_id: Type.Integer(),
    label: Type.String(),
    name: Type.String(),
    type: Type.String(),
    values: Type.Unknown(),
    required: Type.Boolean(),
    collapsed: Type.Boolean(),
    bindings: Type.Object({
      type: Nullable(Type.String()),
      list: Type.Array(Type.Object({ id: Type.Unknown(), label: Type.String() })),
    }),
    permissions: Type.Array(Type.String()),
    permissions_for_groups: Nullable(Type.Object({ can_submit: Groups, can_read: Groups, can_update: Groups })),
    default_value: Type.Unknown(),
    has_notifications: Type.Boolean(),
    is_used: Type.Boolean(),
    description: Type.String(),
    specific_properties: Type.Unknown(),
    label_decorators: Type.Array(
      Type.Object({
        label: Type.String(),
        description: Type.String(),
        icon: Nullable(Type.String()),
        url: Nullable(Type.String()),
        action: Nullable(Type.String()),
      }),
    ),
  },
  { title: 'TrackerField', additionalProperties: true },
);

export const Tracker = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    html_url: Type.String(),
    project: projectSchemas.ProjectReference,
    label: Type.String(),
    description: Type.String(),
    item_name: Type.String(),
    fields: Type.Array(TrackerField),
    structure: Type.Array(Type.Unknown({ description: 'Tree of {id, content}; content is null for a leaf.' })),
    semantics: Type.Record(Type.String(), Type.Unknown()),
    workflow: Nullable(TrackerWorkflow),
    permissions_for_groups: Nullable(
      Type.Object({
        can_access: Groups,
        can_access_submitted_by_user: Groups,
        can_access_assigned_to_group: Groups,
        can_access_submitted_by_group: Groups,
        can_admin: Groups,
      }),
    ),
    parent: Nullable(TrackerReference),
    resources: Type.Array(Type.Object({ type: Type.String(), uri: Type.String() })),
    color_name: Type.String(),
    icon,
    singular_label: singularLabel,
    notifications: Type.Object({ enabled: Type.Boolean() }),
    reports: Type.Optional(
      Type.Array(Type.Unknown(), {
        description:
          'For administrators of the tracker, where it is shown alone: everybody’s reports, as GET /tracker_reports/:id?representation=full shows them.',
      }),
    ),
  },
  { title: 'Tracker' },
);

/** Names in a field as GET shows it, those of single types included. */
export const shownOfField = [
  ...Object.keys(TrackerField.properties),
  'is_time_displayed',
  'hint',
  'file_creation_uri',
  'max_size_upload',
  'allowed_types',
  'unused_types',
  'is_hidden',
];

/** Names in a tracker as GET shows it. */
export const shownOfTracker = Object.keys(Tracker.properties);

export const CannedResponses = Type.Array(
  Type.Object(
    { title: Type.String(), body: Type.String({ description: 'A text, as it is.' }) },
    { title: 'CannedResponse' },
  ),
);

/** Shapes of which other features make theirs. */
export const trackerSchemas = { Tracker, MinimalTracker, TrackerReference, shownOfTracker };
