// Trackers. Its rooms, each of which uses those before it; services and routes may use every room:
// definition/     rows of a tracker, and the definition that they make together
// fields/         one folder for each type of field, and what they share
// workflow/       transitions and rules between fields: shapes, rows, routes
// trackers/       trackers as somebody may see them, and the one way to change a definition
// link-types/     which types of links are in use
// administration/ changes of trackers and of their fields

import './definition/trackers.tables.ts';
export { colorNames } from './definition/colors.ts';
export type { Definition, Field, FieldPermission, TrackerHead, Transition } from './definition/definition.ts';
export { unusedLinkTypes } from './definition/link-types.store.ts';
export { ownSettings } from './definition/own-settings.ts';
export type { PostAction } from './definition/post-actions.ts';
export type { FindReference } from './definition/rich-text.ts';
export type { SentIds } from './definition/sent-ids.ts';
export { writtenReferences } from './definition/text-references.ts';
export type { Keywords, ReferenceName, TextReference } from './definition/text-references.ts';
export { trackerRecords, trackerWrites } from './definition/tracker-records.ts';
export type { DefinitionRows } from './definition/trackers.store.ts';
export type { ArchivedValue } from './fields/archived.ts';
export { artifactLinks } from './fields/artifact-link/artifact-link.ts';
export type { FlatValue } from './fields/cells.ts';
export { dateFields } from './fields/date/date.ts';
export { fieldChanges } from './fields/describe-change.ts';
export { requireKeysOfType } from './fields/entry-keys.ts';
export { fieldIs, typesThat } from './fields/field-is.ts';
export type { ArtifactLink, FileFacts, NamedValue, SearchKind, ShowContext, ValueChecks } from './fields/field-type.ts';
export { attachedFiles } from './fields/file/file.ts';
export { fieldTypeOf, isFieldType } from './fields/index.ts';
export { listValues } from './fields/list/list-values.ts';
export { readGroupId } from './fields/permission/permission.ts';
export { SubmittedValue } from './fields/submitted-value.ts';
export type { ValueChange } from './fields/value-change.ts';
export { richTexts } from './fields/text/text.ts';
export { changeDefinition, setTrackerFlag } from './trackers/definition-changes.ts';
export type { ChangeContext } from './trackers/definition-changes.ts';
export { isTrackerAdmin, mayField, trackerAccess } from './trackers/trackers.access.ts';
export { trackerSchemas } from './trackers/trackers.schema.ts';
export type { Trackers } from './trackers/trackers.service.ts';
export { trackerViews } from './trackers/trackers.view.ts';
export { statusValues } from './administration/status-values.ts';
export { trackerDocument } from './administration/tracker-document.ts';
export { createTrackersFeature } from './feature.ts';
export type { TrackersFeature } from './feature.ts';
export { trackerCommands } from './trackers.commands.ts';
