// Project archives. Its rooms, each of which uses those before it:
// xml/             reading and writing elements
// model/           what an archive says, and the contexts of imports and exports
// outcomes/        what becomes of each element
// reading/         files and elements of an archive, to the model
// planning-users/  whom the people of an archive become
// importing/, exporting/  the model to rows, and rows to archives
// erasing/         the end of a project, once its archive is proved
// templates/       projects and trackers made from others

import './model/archive.tables.ts';
export { createProjectRemoval } from './erasing/erase-project.service.ts';
export { findErasedArchive } from './erasing/erased-archives.ts';
export { exportArchive } from './exporting/export-archive.ts';
export { importArchive } from './importing/import-archive.ts';
export type { ImportReport } from './importing/import-archive.ts';
export type { MappingMode } from './planning-users/plan-users.ts';
export { createProjectFromTemplate, loadTemplate, sampleTemplates } from './templates/project-template.ts';
export type { NewProjectFacts, ProjectTemplate } from './templates/project-template.ts';
export type { PartContext, PartSource, PartTarget, PreparedPart, ProjectPart } from './model/project-parts.ts';
export { listAllKeptFiles } from './importing/kept-files.ts';
export { readUserMap } from './planning-users/read-user-map.ts';
export { createArchiveFeature } from './feature.ts';
export type { ArchiveFeature } from './feature.ts';
