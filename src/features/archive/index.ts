import './model/archive.tables.ts';

export { archiveRoutes } from './erasing/archive.routes.ts';
export { newTrackerRoutes } from './templates/new-tracker.routes.ts';
export { createNewTrackers } from './templates/new-tracker.service.ts';
export { createProjectRemoval } from './erasing/erase-project.service.ts';
export type { ProjectRemoval } from './erasing/erase-project.service.ts';
export { createArchiveRemoval, findErasedArchive, nightlyArchiveRemoval } from './erasing/erased-archives.ts';
export { exportArchive } from './exporting/export-archive.ts';
export { importArchive } from './importing/import-archive.ts';
export type { ImportReport } from './importing/import-archive.ts';
export type { MappingMode } from './planning-users/plan-users.ts';
export { createProjectFromTemplate, loadTemplate, sampleTemplates } from './templates/project-template.ts';
export type { NewProjectFacts, ProjectTemplate } from './templates/project-template.ts';
export type { PartContext, PartSource, PartTarget, PreparedPart, ProjectPart } from './model/project-parts.ts';
export { listAllKeptFiles } from './importing/kept-files.ts';
export { readUserMap } from './planning-users/read-user-map.ts';
