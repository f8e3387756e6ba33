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
export { artifactEventKinds, placeEventKinds } from './artifact/artifact-events.ts';
export { isSilentEvent } from './artifact/artifact-events.ts';
export type { ArtifactEventKind, ChangeDetails, MoveDetails, RemovalDetails } from './artifact/artifact-events.ts';
export { createOwnKeywords, createReferringArtifacts, referringMax } from './links/referring-artifacts.ts';
export type { ListReferring, Referring } from './links/referring-artifacts.ts';
export { findKnownChangesets } from './history/visible-changesets.ts';
export { findVisible, visibleArtifacts } from './permissions/artifacts.access.ts';
export {
  Artifact,
  ArtifactReference,
  ArtifactUpdate,
  FullStatus,
  OwnArtifact,
  ShownValue,
} from './artifact/artifacts.schema.ts';
export type { Artifacts, FinishChange } from './artifact/artifacts.service.ts';
export type { ArtifactFilter } from './lists/tracker-lists.ts';
export { filterQuery, filtersOf } from './lists/filters.ts';
export { countByLists } from './statistics/cross-counts.ts';
export { nameValues } from './statistics/summaries.service.ts';
export { listTimeSpans } from './statistics/time-spans.ts';
export { countValues } from './statistics/value-counts.ts';
export { replayValues } from './statistics/value-replay.ts';
export {
  countArtifactsOf,
  listArtifactsAfter,
  listArtifactsByIds,
  listLinksTo,
  listChangesets,
  listComments,
  listStamps,
  listVisibilityRows,
  streamProjectFiles,
} from './artifact/artifacts.store.ts';
export type { ArtifactRow, ChangesetRow, CommentRow, VisibilityFilter } from './artifact/artifacts.store.ts';
export { showContext, viewArtifactReference, viewFields } from './rendering/artifacts.view.ts';
export {
  applyAllChanges,
  applyChanges,
  createAllArtifacts,
  createArtifact,
  parseChanges,
  parseValues,
} from './artifact/change.ts';
export type { ArtifactChanges, Change, CommentVersion, StoredValues } from './artifact/change.ts';
export { requireSameSite } from './changes/admission.ts';
export { mayTake } from './workflow/allowed-actions.ts';
export type { TopBacklogAct } from './workflow/allowed-actions.ts';
export type { LinkChange } from './links/link-changes.service.ts';
export { touchArtifacts } from './artifact/change.store.ts';
export { listInconsistencies } from './artifact/consistency.ts';
export { eraseArtifacts, readHistoryMark } from './lifecycle/erase.store.ts';
export { viewFlat } from './rendering/flat-values.ts';
export { timeZoneOf, viewTableCells } from './rendering/table-cells.ts';
export {
  both,
  everything,
  isSortable,
  listTellingChangesets,
  loadSources,
  namesIn,
  not,
  nothing,
  openQuery,
  parseExpression,
  parseList,
  parseText,
  readTerm,
  readTexts,
  searchableField,
  selectReadable,
} from './query/index.ts';
export type {
  Condition,
  Cursor,
  PassageTest,
  Queries,
  QueryContext,
  Searchable,
  SortStep,
  Term,
  TextPlace,
} from './query/index.ts';

export { rankOf } from './ranking/rank.ts';
export { hasMovedArtifacts, listIdsByRank, moveArtifacts, orderNewArtifacts, rankOrder } from './ranking/rank.store.ts';
export type { RankMove } from './ranking/rank.store.ts';
export { rankArtifacts, tellPlanned } from './ranking/rank-artifacts.ts';
export { viewOwnArtifact } from './lists/own-artifacts.service.ts';
export { assigneesOf, statusOf, titleOf } from './semantics/semantics.ts';
export { listFieldChanges } from './history/field-changes.store.ts';
export type { FieldChange } from './history/field-changes.store.ts';
export { createTextRenderings } from './artifact/rendered-texts.ts';
export { loadShownSubjects } from './rendering/complete-artifacts.ts';
export { readSubjects } from './rendering/readable-artifacts.ts';
export { loadSurroundings, withTexts } from './rendering/relations.ts';
export type { ListExternalReferences, ExternalReference } from './artifact/renderable-artifact.ts';
export type { Subject, Surroundings } from './rendering/relations.ts';
export { listCommenters, openChangeTeller } from './history/change-descriptions.service.ts';
export type { ChangeTeller, ToldChanges } from './history/change-descriptions.service.ts';
export { loadTimeframes } from './semantics/implied-timeframe.ts';
export { durationOf, fieldWithId, linksOf, numberOf, readable, timeframeOf } from './semantics/readable-values.ts';
export type { Reading, Timeframe } from './semantics/readable-values.ts';
export { listOpenTransitions } from './workflow/workflow.ts';
export type { WholeArtifact } from './changes/admission.ts';
export { workflowUserId } from './workflow/triggers.ts';
export { loadCharts } from './computed/charts.ts';
export { loadPastLinks } from './computed/past-links.ts';
export type { PastLink } from './computed/past-links.ts';
export { loadSums } from './computed/sums.ts';
export { endedOf } from './computed/velocity.ts';
export { createArtifactsFeature } from './feature.ts';
export type { ArtifactsFeature } from './feature.ts';
export { artifactCommands } from './artifacts.commands.ts';
