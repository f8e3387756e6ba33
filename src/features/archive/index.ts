// Project archives. Its rooms, each of which uses those before it:
// xml/             declaring, reading and writing elements
// model/           what an archive says, the parts that later features bring, and the contexts of imports and exports
// concepts/        one file each: its elements, how it is read, checked, imported, exported and written
// outcomes/        what becomes of each element
// reading/         files and elements of an archive, to the model
// planning-users/  whom the people of an archive become
// importing/, exporting/  the model to rows, and rows to archives
// erasing/         the end of a project, once its archive is proved
// templates/       projects and trackers made from others

import './model/archive.tables.ts';
export { createProjectRemoval } from './erasing/erase-project.service.ts';
export { findErasedArchive, listErasedProjects } from './erasing/erased-archives.ts';
export { exportArchive } from './exporting/export-archive.ts';
export { describeRest, importArchive, inWords } from './importing/import-archive.ts';
export type { ImportOptions, ImportReport } from './importing/import-archive.ts';
export type { MappingMode } from './planning-users/plan-users.ts';
export { createProjectFromTemplate, bundledTemplates, loadTemplate } from './templates/project-template.ts';
export type { BundledTemplate, LoadedTemplate, ProjectTemplate } from './templates/project-template.ts';
export type { NewProjectFacts } from './model/project-content.ts';
export { copySampleArchive, sampleNames, sampleProjects } from './templates/sample-archive.ts';
export type { SampleName } from './templates/sample-archive.ts';
export { daysToNow, moveMoments, moveToNow } from './templates/sample-dates.ts';
export { loadArchiveTemplate } from './templates/archive-template.ts';
export type { ArchivePart, FolderPart, PartTarget } from './model/archive-parts.ts';
export type { PartContext, PartSource, PreparedPart } from './model/prepared-part.ts';
export type { ElementPart, Findings, NamedFile } from './model/element-parts.ts';
export type { RawBlock } from './model/archive-model.ts';
export { findStatusField, warnUnknownGroup } from './model/import-context.ts';
export type { ImportContext, ImportedTracker } from './model/import-context.ts';
export { loadNames } from './model/export-names.ts';
export { kept, list, stored, storedParts } from './xml/outcome.ts';
export type { Outcome } from './xml/outcome.ts';
export { element, leaf } from './xml/xml-element.ts';
export { findChild, findChildren, readAttribute, readFilledAttribute, readSwitch, readText } from './xml/xml-shape.ts';
export { faultAt, parseXml } from './xml/xml-tree.ts';
export type { XmlElement } from './xml/xml-tree.ts';
export { listAllStoredFiles } from './importing/stored-files.ts';
export { readUserMap } from './planning-users/read-user-map.ts';
export type { CopyTracker } from './templates/new-tracker.service.ts';
export { createArchiveFeature } from './feature.ts';
