// Wire shapes of artifacts and their history.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../../platform/http/index.ts';
import { MinimalUser } from '../../people/index.ts';
import { grantedGroups, projectSchemas } from '../../projects/index.ts';
import { SubmittedValue, trackerSchemas } from '../../trackers/index.ts';

export const FullStatus = Nullable(Type.Object({ value: Type.String(), color: Nullable(Type.String()) }));

/** An entry of `values`: field_id, label, type, and what the type adds. */
export const ShownValue = Type.Object(
  { field_id: Type.Integer(), label: Type.String(), type: Type.String() },
  { additionalProperties: true },
);

export const AllowedActions = Type.Object(
  {
    can_update: Type.Boolean({ description: 'Some field of it.' }),
    can_comment: Type.Boolean(),
    can_comment_privately: Type.Boolean({ description: 'For some groups alone.' }),
    can_delete: Type.Boolean({ description: 'As far as the limit of a day allows.' }),
    deletions_left: Nullable(Type.Integer({ description: 'Of that limit; null where nothing may be deleted.' })),
    delete_obstacle: Nullable(
      Type.Enum(['closed', 'site', 'administrators', 'limit'], {
        description:
          'Why you may not delete it: you are not signed in or the project is closed; deleting is turned off on this site; administrators of the tracker alone may; or you deleted as many as you may within 24 hours.',
      }),
    ),
    can_move: Type.Boolean(),
    top_backlog: Nullable(
      Type.Union([Type.Literal('add'), Type.Literal('remove')], {
        description: 'Of its project, where that is filled by hand: by PATCH of it. null: nothing.',
      }),
    ),
    /** null: no workflow governs it. */
    transitions: Nullable(
      Type.Array(
        Type.Object({
          to_id: Type.Integer({ description: 'Value of the field of the workflow.' }),
          to_label: Type.String(),
          is_comment_required: Type.Boolean(),
          not_empty_field_ids: Type.Array(Type.Integer()),
        }),
        { description: 'null: no workflow governs it.' },
      ),
    ),
  },
  { title: 'AllowedActions' },
);

export const Artifact = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    xref: Type.String(),
    tracker: Type.Union([trackerSchemas.Tracker, trackerSchemas.MinimalTracker]),
    project: projectSchemas.ProjectReference,
    submitted_by: Nullable(Type.Integer()),
    submitted_by_user: MinimalUser,
    submitted_on: Type.String(),
    html_url: Type.String(),
    changesets_uri: Type.String(),
    values: Nullable(Type.Array(ShownValue)),
    values_by_field: Nullable(Type.Record(Type.String(), Type.Unknown())),
    last_update_by: Nullable(Type.Integer()),
    last_update_by_user: MinimalUser,
    last_modified_date: Type.String(),
    status: Type.String(),
    full_status: FullStatus,
    is_open: Type.Boolean(),
    title: Nullable(Type.String()),
    assignees: Type.Array(MinimalUser),
    allowed_actions: Type.Optional(AllowedActions),
    rank: Type.Optional(
      Type.Integer({
        description: 'Where it is in the order of all artifacts, a lower one first; in lists with fields=@rank.',
      }),
    ),
  },
  { title: 'Artifact' },
);

export const ArtifactReference = Type.Object({
  id: Type.Integer(),
  uri: Type.String(),
  tracker: trackerSchemas.TrackerReference,
});

export const Changeset = Type.Object(
  {
    id: Type.Integer(),
    submitted_by: Type.Integer(),
    submitted_by_details: Nullable(MinimalUser),
    submitted_on: Type.String(),
    email: Nullable(Type.String()),
    made_by_agent: Type.Optional(
      Type.String({ description: 'The program that made it for the submitter, as it calls itself.' }),
    ),
    last_comment: Type.Object({
      body: Type.String(),
      post_processed_body: Type.String(),
      format: Type.String(),
      commonmark: Type.Optional(Type.String()),
      ugroups: Nullable(Type.Array(projectSchemas.MinimalUserGroup)),
    }),
    values: Type.Array(ShownValue),
    last_modified_by: Nullable(MinimalUser),
    last_modified_date: Type.String(),
  },
  { title: 'Changeset' },
);

export const ParentArtifact = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String(),
    xref: Type.String(),
    uri: Type.String(),
    html_url: Type.String(),
    tracker: trackerSchemas.MinimalTracker,
    full_status: FullStatus,
  },
  { title: 'ParentArtifact' },
);

/** An artifact in a list of somebody's own. */
export const OwnArtifact = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    html_url: Type.String(),
    title: Nullable(Type.String()),
    xref: Type.String(),
    tracker: Type.Object({
      ...trackerSchemas.MinimalTracker.properties,
      icon: Type.String({ description: 'One emoji; empty: none.' }),
    }),
    full_status: FullStatus,
    last_modified_date: Type.String(),
  },
  { title: 'OwnArtifact' },
);

const maxFields = 1000;
/** Some twenty of the longest texts, every character of them written as an escape, and what GET tells beside them. */
export const artifactBodyMaxBytes = 4_194_304;

const Values = Nullable(Type.Array(SubmittedValue, { maxItems: maxFields, description: 'One entry per field.' }));
const ValuesByField = Nullable(
  Type.Record(Type.String({ maxLength: 255 }), Type.Unknown(), {
    description: 'By field name, for text-like and number fields: {"summary": {"value": "…"}}.',
  }),
);

/** `shown` is what GET shows of a comment in the history. */
const CommentBody = Closed(
  {
    body: Type.String({ default: '', maxLength: 65_535 }),
    format: Type.Optional(
      Type.String({ maxLength: 32, description: 'text, html or commonmark; commonmark when it is something else.' }),
    ),
    ugroups: Type.Optional(Nullable(grantedGroups.GroupReferences)),
    commonmark: Type.Optional(
      Nullable(Type.String({ description: 'As the history shows it, beside `body`, which counts.' })),
    ),
  },
  ['post_processed_body'],
);

/** As the history shows a comment. */
export const CommentEdit = Closed(
  {
    body: Type.String({ maxLength: 65_535, description: 'Empty: the comment is taken back.' }),
    format: CommentBody.properties.format,
    /** Left out: as before; null or empty: for everybody who sees the artifact. */
    ugroups: CommentBody.properties.ugroups,
    commonmark: CommentBody.properties.commonmark,
  },
  ['post_processed_body'],
  { title: 'CommentEdit' },
);

const shownOfArtifact = Object.keys(Artifact.properties);

export const NewArtifact = Closed(
  {
    tracker: Type.Object({ id: Type.Integer({ description: 'Tracker to create it in.' }) }),
    values: Type.Optional(Values),
    values_by_field: Type.Optional(ValuesByField),
    from_artifact: Type.Optional(
      Nullable(
        Type.Object({ id: Type.Integer() }, { description: 'Copies the title and the files of this artifact.' }),
      ),
    ),
    files_from: Type.Optional(
      Nullable(
        Type.Object(
          { id: Type.Integer() },
          { description: 'Beside `values`: files of this artifact are copied, into fields of the same name.' },
        ),
      ),
    ),
    comment: Type.Optional(Nullable(CommentBody)),
  },
  shownOfArtifact,
  { title: 'NewArtifact' },
);

export const ArtifactMove = Closed(
  {
    move: Closed({
      tracker_id: Type.Integer({ description: 'Where it goes; you administer both trackers.' }),
      dry_run: Type.Boolean({ default: false, description: 'Only tell what would become of the fields.' }),
      should_populate_feedback_on_success: Type.Optional(Type.Boolean({ description: 'Has no effect.' })),
    }),
  },
  [],
  { title: 'ArtifactMove' },
);

const MovedFields = Type.Array(Type.Object({ field_id: Type.Integer(), label: Type.String(), name: Type.String() }));

export const MoveReport = Type.Object(
  {
    dry_run: Nullable(
      Type.Object({
        fields: Type.Object({
          fields_migrated: MovedFields,
          fields_not_migrated: MovedFields,
          fields_partially_migrated: MovedFields,
        }),
      }),
    ),
  },
  { title: 'MoveReport' },
);

export const ArtifactUpdate = Closed(
  {
    values: Type.Optional(Values),
    values_by_field: Type.Optional(ValuesByField),
    comment: Type.Optional(Nullable(CommentBody)),
  },
  shownOfArtifact,
  { title: 'ArtifactUpdate' },
);

/** Shapes of which other features make theirs. */
export const artifactSchemas = { Artifact, ArtifactReference, ArtifactUpdate, FullStatus, OwnArtifact, ShownValue };
