// Artifacts. Its rooms, each of which uses those before it:
// past/      changes of lists over time, as rows that charts count
// state/     rows of artifacts, the order (rank) of all of them, and the one function that appends a changeset to them
// visible/   which artifacts, links, comments (some are for a few groups) and references somebody may see, and what their values mean
// sums/      computed values and charts, from what is below an artifact
// reading/   artifacts as the wire shows them
// query/     the query language and criteria, to conditions
// matching/  conditions, to pages of artifacts
// passages/  artifacts by their texts, for full-text search; renews how texts are stored folded
// change/    what a client sent, judged: rules, workflow, triggers
// fate/      moving, deleting and restoring
// serving/   the service that other features use, and batches
// importing/ artifacts from tables in CSV
// history/   changesets and activity, as they are told
// related/   links, as routes show them

import './state/artifacts.tables.ts';
export { artifactEventKinds, placeEventKinds } from './state/artifact-events.ts';
export { isSilentEvent } from './state/artifact-events.ts';
export type { ArtifactEventKind, ChangeDetails, MoveDetails, RemovalDetails } from './state/artifact-events.ts';
export { createOwnKeywords, createReferringArtifacts, referringMax } from './visible/referring-artifacts.ts';
export type { ListReferring, Referring } from './visible/referring-artifacts.ts';
export { findKnownChangesets } from './visible/known-changesets.ts';
export { findVisible, visibleArtifacts } from './visible/artifacts.access.ts';
export {
  Artifact,
  ArtifactReference,
  ArtifactUpdate,
  FullStatus,
  OwnArtifact,
  ShownValue,
} from './change/artifacts.schema.ts';
export type { Artifacts, FinishChange } from './serving/artifacts.service.ts';
export type { ArtifactFilter } from './serving/tracker-lists.ts';
export { filterQuery, filtersOf } from './serving/filters.ts';
export { countByLists } from './related/cross-counts.ts';
export { nameValues } from './related/summaries.service.ts';
export { listTimeSpans } from './related/time-spans.ts';
export { countValues } from './related/value-counts.ts';
export { replayValues } from './related/value-replay.ts';
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
} from './state/artifacts.store.ts';
export type { ArtifactRow, ChangesetRow, CommentRow, VisibilityFilter } from './state/artifacts.store.ts';
export { showContext, viewArtifactReference, viewFields } from './reading/artifacts.view.ts';
export {
  applyAllChanges,
  applyChanges,
  createAllArtifacts,
  createArtifact,
  parseChanges,
  parseValues,
} from './state/change.ts';
export type { ArtifactChanges, Change, CommentVersion, StoredValues } from './state/change.ts';
export { requireSameSite } from './change/admission.ts';
export { mayTake } from './change/allowed-actions.ts';
export type { TopBacklogAct } from './change/allowed-actions.ts';
export type { LinkChange } from './change/change-links.ts';
export { touchArtifacts } from './state/change.store.ts';
export { listInconsistencies } from './state/consistency.ts';
export { eraseArtifacts, readHistoryMark } from './state/erase.store.ts';
export { viewFlat } from './reading/flat-values.ts';
export { timeZoneOf, viewTableCells } from './reading/table-cells.ts';
export { both, everything, not, nothing } from './query/condition.ts';
export type { Condition } from './query/condition.ts';
export type { Queries } from './matching/queries.service.ts';
export type { Cursor } from './query/cursor.ts';

export { searchableField } from './query/query-context.ts';
export { listTellingChangesets, loadSources, readTexts, selectReadable } from './query/readable-texts.ts';
export type { TextPlace } from './query/readable-texts.ts';
export type { QueryContext, Searchable } from './query/query-context.ts';
export type { PassageTest } from './passages/passages.service.ts';
export type { SortStep } from './matching/sort-keys.ts';
export { isSortable } from './matching/sort-keys.ts';
export { openQuery, parseExpression, parseList, parseText } from './query/tql.ts';
export type { Term } from './query/tql.ts';
export { namesIn, readTerm } from './query/tql-conditions.ts';
export { rankOf } from './state/rank.ts';
export { hasMovedArtifacts, listIdsByRank, moveArtifacts, orderNewArtifacts, rankOrder } from './state/rank.store.ts';
export type { RankMove } from './state/rank.store.ts';
export { rankArtifacts, tellPlanned } from './change/rank-artifacts.ts';
export { viewOwnArtifact } from './serving/own-artifacts.service.ts';
export { assigneesOf, statusOf, titleOf } from './visible/semantics.ts';
export { listFieldChanges } from './state/field-changes.store.ts';
export type { FieldChange } from './state/field-changes.store.ts';
export { createTextRenderings } from './state/rendered-texts.ts';
export { loadShownSubjects } from './reading/shown-subjects.ts';
export { readSubjects } from './reading/subjects.ts';
export { loadSurroundings, withTexts } from './reading/surroundings.ts';
export type { ListExternalReferences, ExternalReference } from './visible/subject.ts';
export type { Subject, Surroundings } from './reading/surroundings.ts';
export { listCommenters, openChangeTeller } from './reading/told-changes.ts';
export type { ChangeTeller, ToldChanges } from './reading/told-changes.ts';
export { loadTimeframes } from './visible/implied-timeframe.ts';
export { durationOf, fieldWithId, linksOf, numberOf, readable, timeframeOf } from './visible/reading.ts';
export type { Reading } from './visible/reading.ts';
export { listOpenTransitions } from './change/workflow.ts';
export type { WholeArtifact } from './change/admission.ts';
export { workflowUserId } from './change/triggers.ts';
export { loadCharts } from './sums/charts.ts';
export { loadPastLinks } from './sums/past-links.ts';
export type { PastLink } from './sums/past-links.ts';
export { loadSums } from './sums/sums.ts';
export { endedOf } from './sums/velocity.ts';
export {
  countWorkingDays,
  daysSinceStart,
  daysUntilEnd,
  endOfDay,
  isInPeriod,
  startOfDay,
} from './visible/timeframe.ts';
export type { Period, Timeframe } from './visible/timeframe.ts';
export { createArtifactsFeature } from './feature.ts';
export type { ArtifactsFeature } from './feature.ts';
export { artifactCommands } from './artifacts.commands.ts';
