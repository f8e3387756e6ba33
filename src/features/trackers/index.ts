import './trackers.tables.ts';

export { findValue } from './definition.ts';
export type {
  Definition,
  Field,
  FieldPermission,
  FieldSettings,
  TrackerHead,
  TrackerPermission,
  TrackerSettings,
} from './definition.ts';
export { buildDefinition } from './definition-rows.ts';
export { findBoundGroup, labelsOf } from './fields/bind.ts';
export { linkTypes } from './fields/artifact-link.ts';
export { storeDate } from './fields/date.ts';
export { referenceFinder } from './fields/field-type.ts';
export type {
  ArtifactFacts,
  ArtifactLink,
  FileFacts,
  LinkedArtifact,
  ShowContext,
  ValueChecks,
} from './fields/field-type.ts';
export { fieldTypeOf, isFieldType } from './fields/index.ts';
export { SubmittedValue } from './fields/submitted-value.ts';
export { renderText } from './rich-text.ts';
export type { FindReference, TextFormat } from './rich-text.ts';
export { isKeyword, isKeywordOf, listReferences, matchReferences, referenceUrl } from './text-references.ts';
export type { TextReference } from './text-references.ts';
export {
  findReadableLinkField,
  hasTrackerPermission,
  isStructural,
  isTrackerAdmin,
  mayEnterTracker,
  mayField,
  mayMakeTransition,
  maySubmit,
} from './trackers.access.ts';
export { trackerRoutes } from './trackers.routes.ts';
export { MinimalTracker, Tracker, TrackerReference } from './trackers.schema.ts';
export { createTrackers } from './trackers.service.ts';
export type { Trackers } from './trackers.service.ts';
export {
  findTracker,
  insertDefinitionRows,
  insertField,
  insertFieldValue,
  insertOpenValue,
  insertTracker,
  insertTransition,
  listSharedReports,
  listTrackerRows,
  listTriggers,
  loadDefinitionRows,
  setTrackerParent,
  updateFieldSettings,
} from './trackers.store.ts';
export type { DefinitionRows } from './trackers.store.ts';
export { viewMinimalTracker, viewTrackerReference } from './trackers.view.ts';
