// Trackers. Its rooms, each of which uses those before it:
// definition/  rows of a tracker, and the definition that they make together
// fields/      one folder for each type of field, and what they share
// reading/     trackers as somebody may see them
// workflow/    transitions and rules between fields, with their routes
// link-types/  which types of links are in use
// changing/    changes of definitions

import './definition/trackers.tables.ts';

export { valuesMax } from './changing/fields.schema.ts';
export { colorNames } from './definition/colors.ts';
export { changeDefinition, recordTracker, setTrackerFlag } from './reading/changing.ts';
export { requireRoomForValues } from './definition/list-values.ts';
export { madeOnce } from './definition/lookup.ts';
export { createValueNamer } from './fields/open-list/value-namer.ts';
export { findOpenValue, findValue } from './definition/definition.ts';
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
} from './definition/definition.ts';
export { assignedSubjectFlag, copyOwnSettings, giveOwnSettings, readOwnSettings } from './definition/own-settings.ts';
export { loadDefinition } from './definition/definition-loader.ts';
export { listUnusedLinkTypes, listUnusedOfTrackers, saveUnusedLinkTypes } from './definition/link-types.store.ts';
export { buildDefinition } from './definition/definition-rows.ts';
export { listInOrder } from './changing/document-structure.ts';
export { GroupReferences, readGroupId as readGroupReference, readGroupIds } from './definition/granted-groups.ts';
export { addField } from './changing/new-field.ts';
export { documentParts } from './changing/tracker-changes.schema.ts';
export { requireItemName, saveTrackerChange } from './changing/tracker-changes.service.ts';
export type { ChangeContext } from './reading/changing.ts';
export { requireKeysOfType } from './fields/entry-keys.ts';
export { findBoundGroup, labelsOf } from './fields/bind.ts';
export {
  changeLinkList,
  changeOfWay,
  childType,
  isLinkType,
  linkTypes,
  requireUsedLinkType,
} from './fields/artifact-link/artifact-link.ts';
export { isTimeShown, storeDate } from './fields/date/date.ts';
export { referenceFinder } from './fields/field-type.ts';
export { downloadHref, viewFile } from './fields/file/file.ts';
export type {
  ArtifactFacts,
  ArtifactLink,
  BurndownChart,
  BurnupChart,
  FileFacts,
  LinkedArtifact,
  NamedValue,
  SearchKind,
  ShowContext,
  ValueChecks,
} from './fields/field-type.ts';
export { fieldIs, typesThat } from './fields/field-is.ts';
export { fieldTypeOf, isFieldType } from './fields/index.ts';
export type { ArchivedValue } from './fields/archived.ts';
export type { FlatValue } from './fields/cells.ts';
export { isStoredText, plainText } from './fields/text/text.ts';
export { readGroupId } from './fields/permission/permission.ts';
export { SubmittedValue } from './fields/submitted-value.ts';
export type { PostAction } from './definition/post-actions.ts';
export { viewText } from './definition/rich-text.ts';
export type { FindReference, MarkupText, TextFormat } from './definition/rich-text.ts';
export {
  findReferenceUrl,
  isKeyword,
  isKeywordOf,
  isNamed,
  listReferences,
  listOtherLinks,
  matchLinks,
  pathKeyword,
  pullRequestKeywords,
  referenceUrl,
  uniteReferences,
  wholeName,
} from './definition/text-references.ts';
export type { Keywords, ReferenceName, TextReference } from './definition/text-references.ts';
export {
  findReadableLinkField,
  hasTrackerPermission,
  isTrackerAdmin,
  mayEnterTracker,
  mayField,
  mayMakeTransition,
  maySeeTracker,
  maySubmit,
} from './reading/trackers.access.ts';
export { keepMadeValues } from './definition/sent-ids.ts';
export type { MadeIds, SentIds } from './definition/sent-ids.ts';
export { addOpenValue, orderValues, renameValue, retireValue } from './changing/status-values.ts';
export { saveWorkflowDocument } from './workflow/workflow-document.ts';
export { MinimalTracker, shownOfTracker, Tracker, TrackerReference } from './reading/trackers.schema.ts';
export { mapTakenName } from './reading/trackers.service.ts';
export type { Trackers } from './reading/trackers.service.ts';
export {
  findTracker,
  insertDefinitionRows,
  insertField,
  insertFieldValue,
  insertOpenValue,
  readLastValueId,
  insertTracker,
  insertTransition,
  listOpenValues,
  listSharedReports,
  listTrackerRows,
  loadDefinitionRows,
  setTrackerParent,
  updateFieldSettings,
} from './definition/trackers.store.ts';
export type { DefinitionRows } from './definition/trackers.store.ts';
export { iconOf, viewMinimalTracker, viewTrackerReference } from './reading/trackers.view.ts';
export type { Locked } from './reading/trackers.view.ts';
export { createTrackersFeature } from './feature.ts';
export type { TrackersFeature } from './feature.ts';
export { trackerCommands } from './trackers.commands.ts';
