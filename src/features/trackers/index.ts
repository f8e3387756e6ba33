import './trackers.tables.ts';

export { setTrackerFlag } from './changing.ts';
export { findValue } from './definition.ts';
export type {
  DateRule,
  Definition,
  Field,
  FieldPermission,
  FieldSettings,
  FieldValueKey,
  ListRule,
  OpenValue,
  TrackerHead,
  TrackerPermission,
  TrackerSettings,
  Transition,
  Trigger,
} from './definition.ts';
export { loadDefinition } from './definition-loader.ts';
export { buildDefinition } from './definition-rows.ts';
export { listInOrder } from './document-structure.ts';
export { GroupReferences, readGroupIds } from './granted-groups.ts';
export { addField } from './new-field.ts';
export { documentParts } from './tracker-changes.schema.ts';
export { recordTracker, requireItemName, saveTrackerChange } from './tracker-changes.service.ts';
export type { ChangeContext } from './tracker-changes.service.ts';
export { requireKeysOfType } from './fields/entry-keys.ts';
export { findBoundGroup, labelsOf } from './fields/bind.ts';
export { linkTypes } from './fields/artifact-link.ts';
export { isTimeShown, storeDate } from './fields/date.ts';
export { referenceFinder } from './fields/field-type.ts';
export { downloadHref, viewFile } from './fields/file.ts';
export type {
  ArtifactFacts,
  ArtifactLink,
  BurndownChart,
  BurnupChart,
  FileFacts,
  LinkedArtifact,
  NamedValue,
  NameValues,
  SearchKind,
  ShowContext,
  ValueChecks,
} from './fields/field-type.ts';
export { fieldTypeOf, isFieldType } from './fields/index.ts';
export { readGroupId } from './fields/permission.ts';
export { SubmittedValue } from './fields/submitted-value.ts';
export type { PostAction } from './post-actions.ts';
export { viewText } from './rich-text.ts';
export type { FindReference, MarkupText, TextFormat } from './rich-text.ts';
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
  maySeeTracker,
  maySubmit,
} from './trackers.access.ts';
export { fieldRoutes } from './fields.routes.ts';
export { createTrackerFields } from './fields.service.ts';
export { trackerChangeRoutes } from './tracker-changes.routes.ts';
export { createTrackerChanges } from './tracker-changes.service.ts';
export { createTrackerDocuments } from './tracker-document.service.ts';
export type { SentIds } from './sent-ids.ts';
export { saveWorkflowDocument } from './workflow-document.ts';
export { createFieldRules } from './field-rules.service.ts';
export { createTransitions } from './transitions.service.ts';
export { workflowRoutes } from './workflow.routes.ts';
export { trackerRoutes } from './trackers.routes.ts';
export { MinimalTracker, shownOfTracker, Tracker, TrackerReference } from './trackers.schema.ts';
export { createTrackers, mapTakenName } from './trackers.service.ts';
export type { TrackerDeps, Trackers } from './trackers.service.ts';
export {
  findTracker,
  insertDefinitionRows,
  insertField,
  insertFieldValue,
  insertOpenValue,
  insertTracker,
  insertTransition,
  listOpenValues,
  listSharedReports,
  listTrackerRows,
  loadDefinitionRows,
  nameOpenValues,
  setTrackerParent,
  updateFieldSettings,
} from './trackers.store.ts';
export type { DefinitionRows } from './trackers.store.ts';
export { viewMinimalTracker, viewTrackerReference } from './trackers.view.ts';
export type { Locked } from './trackers.view.ts';
