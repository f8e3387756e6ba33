import './archive.tables.ts';

export { archiveRoutes } from './archive.routes.ts';
export { newTrackerRoutes } from './new-tracker.routes.ts';
export { createNewTrackers } from './new-tracker.service.ts';
export { createProjectRemoval } from './erase-project.service.ts';
export type { ProjectRemoval } from './erase-project.service.ts';
export { createArchiveRemoval, findErasedArchive, nightlyArchiveRemoval } from './erased-archives.ts';
export { exportArchive } from './export-archive.ts';
export { importArchive } from './import-archive.ts';
export type { ImportReport } from './import-archive.ts';
export type { MappingMode } from './plan-users.ts';
export { createProjectFromTemplate, loadTemplate, sampleTemplates } from './project-template.ts';
export type { NewProjectFacts, ProjectTemplate } from './project-template.ts';
export type { PartContext, PartSource, PartTarget, PreparedPart, ProjectPart } from './project-parts.ts';
export { listAllKeptFiles } from './kept-files.ts';
export { readUserMap } from './read-user-map.ts';
