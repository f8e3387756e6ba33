import './artifacts.tables.ts';

export { activityRoutes } from './activity.routes.ts';
export { listActors } from './actors.ts';
export { artifactEventKinds } from './artifact-events.ts';
export type { ArtifactEventKind, MoveDetails, RemovalDetails } from './artifact-events.ts';
export { findVisible, findVisibleTracker, visibleArtifacts } from './artifacts.access.ts';
export { artifactRoutes } from './artifacts.routes.ts';
export { Artifact, ArtifactReference, ArtifactUpdate, FullStatus, ShownValue } from './artifacts.schema.ts';
export { createArtifacts } from './artifacts.service.ts';
export type { Artifacts, FinishChange } from './artifacts.service.ts';
export {
  countArtifactsOf,
  listArtifactsAfter,
  listArtifactsByIds,
  listChangesets,
  listComments,
  listStamps,
  listVisibilityRows,
  streamProjectFiles,
} from './artifacts.store.ts';
export type { ArtifactRow, ChangesetRow, CommentRow, VisibilityFilter } from './artifacts.store.ts';
export { showContext, viewArtifactReference, viewFields } from './artifacts.view.ts';
export {
  applyAllChanges,
  applyChanges,
  createAllArtifacts,
  createArtifact,
  parseChanges,
  parseValues,
} from './change.ts';
export type { ArtifactChanges, Change, CommentVersion, StoredValues } from './change.ts';
export type { LinkChange } from './change-links.ts';
export { touchArtifacts } from './change.store.ts';
export { listInconsistencies } from './consistency.ts';
export { eraseArtifacts, readHistoryMark } from './erase.store.ts';
export { viewCells, viewFlat } from './flat-values.ts';
export { both, everything, not, nothing } from './query/condition.ts';
export type { Condition } from './query/condition.ts';
export type { Queries } from './query/queries.service.ts';
export type { Cursor } from './query/cursor.ts';

export { searchableField } from './query/query-context.ts';
export { listTellingChangesets, loadSources, readTexts, selectReadable } from './query/readable-texts.ts';
export type { TextPlace } from './query/readable-texts.ts';
export type { QueryContext, Searchable } from './query/query-context.ts';
export type { SortStep } from './query/listings.service.ts';
export { isSortable } from './query/sort-keys.ts';
export { openQuery, parseExpression, parseList, parseText } from './query/tql.ts';
export type { Term } from './query/tql.ts';
export { namesIn, readTerm } from './query/tql-conditions.ts';
export { rankOf } from './rank.ts';
export { hasMovedArtifacts, listIdsByRank, moveArtifacts, orderNewArtifacts, rankOrder } from './rank.store.ts';
export type { RankMove } from './rank.store.ts';
export { statusOf, titleOf } from './semantics.ts';
export { findUsedValues } from './used-values.store.ts';
export { createTextRenderings } from './rendered-texts.ts';
export { loadShownSubjects } from './shown-subjects.ts';
export { readSubjects } from './subjects.ts';
export { loadSurroundings, withTexts } from './surroundings.ts';
export type { ListOutsideReferences, OutsideReference } from './subject.ts';
export type { Subject, Surroundings } from './surroundings.ts';
export { transitionJobHandler } from './transition-jobs.ts';
export { openChangeTeller } from './told-changes.ts';
export type { ChangeTeller, ToldChanges } from './told-changes.ts';
export { loadTimeframes } from './implied-timeframe.ts';
export { fieldWithId, numberOf, readable, timeframeOf } from './reading.ts';
export type { Reading } from './reading.ts';
export { loadCharts } from './charts.ts';
export { loadSums } from './sums.ts';
export { daysSinceStart, daysUntilEnd, isInPeriod } from './timeframe.ts';
export type { Period, Timeframe } from './timeframe.ts';
