// Artifacts. Its rooms, each of which uses those before it; services and routes may use every room:
// artifact/    rows, the one function that appends a changeset to them, the shapes on the wire, the service that others use
// ranking/     the one order of all artifacts
// workflow/    what a change must satisfy and what follows from it: rules, transitions, triggers
// permissions/ which artifacts somebody may see
// semantics/   what values mean to somebody: title, status, numbers, time spans
// comments/    versions of comments, and which of them somebody may read
// history/     changesets that somebody may know of, and how they and the activity of a project are told
// links/       links and references, which of them somebody may know of, and changes of links
// computed/    computed values and charts, from what is below an artifact
// rendering/   artifacts as the wire shows them, and the cache of that
// query/       the query language, the sets and pages of artifacts that match, their order, search in texts
// changes/     what a client sent, from admission to all that follows
// lists/       pages of a tracker's artifacts, and of somebody's own
// lifecycle/   moving, deleting, restoring and erasing
// bulk/        batches, and artifacts from tables in CSV
// statistics/  counts, sums and time spans of everything that matches

import './artifact/artifacts.tables.ts';
export { artifactEvents } from './artifact/artifact-events.ts';
export { artifactRecords, artifactWrites } from './artifact/artifact-records.ts';
export { artifactSchemas } from './artifact/artifacts.schema.ts';
export type { Artifacts } from './artifact/artifacts.service.ts';
export { listArtifactsByIds, listStamps } from './artifact/artifacts.store.ts';
export type { ArtifactRow, ChangesetRow, CommentRow } from './artifact/artifacts.store.ts';
export { parseValues } from './artifact/change.ts';
export type { ArtifactChanges, Change, StoredValues } from './artifact/change.ts';
export type { ListExternalReferences } from './artifact/renderable-artifact.ts';
export { artifactRanking } from './ranking/artifact-ranking.ts';
export type { RankMove } from './ranking/rank.store.ts';
export { artifactWorkflow } from './workflow/artifact-workflow.ts';
export { findVisible, visibleArtifacts } from './permissions/artifacts.access.ts';
export { loadTimeframes } from './semantics/implied-timeframe.ts';
export { fieldValues } from './semantics/readable-values.ts';
export type { Reading, Timeframe } from './semantics/readable-values.ts';
export { assigneesOf, statusOf, titleOf } from './semantics/semantics.ts';
export { changeDescriptions } from './history/change-descriptions.service.ts';
export type { ChangeDescriber, ChangeDescription } from './history/change-descriptions.service.ts';
export { listFieldChanges } from './history/field-changes.store.ts';
export type { FieldChange } from './history/field-changes.store.ts';
export { findKnownChangesets } from './history/visible-changesets.ts';
export type { LinkChange } from './links/link-changes.service.ts';
export { textReferences } from './links/referring-artifacts.ts';
export type { ListReferring } from './links/referring-artifacts.ts';
export { computedValues } from './computed/computed-values.ts';
export { artifactReads, artifactViews } from './rendering/artifact-views.ts';
export type { RenderableArtifact, Relations } from './rendering/relations.ts';
export { artifactTexts, queryConditions, queryLanguage } from './query/index.ts';
export type { Condition, Cursor, PassageTest, QueryContext, Term, TextLocation } from './query/index.ts';
export { requireSameSite } from './changes/admission.ts';
export type { WholeArtifact } from './changes/admission.ts';
export { artifactFilters } from './lists/filters.ts';
export { artifactErasure } from './lifecycle/erase.store.ts';
export { artifactStatistics } from './statistics/artifact-statistics.ts';
export { createArtifactsFeature } from './feature.ts';
export type { ArtifactsFeature } from './feature.ts';
export { artifactCommands } from './artifacts.commands.ts';
