import './directory.tables.ts';
export { createDirectoryServers } from './connection.ts';
export type { GroupReport } from './sync.service.ts';
export { renderTemplate, templateNames } from './template.ts';
export { createDirectoryFeature } from './feature.ts';
