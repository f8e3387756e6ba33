import './directory.tables.ts';

export { isBound } from './bindings.service.ts';
export { createDirectoryServers } from './connection.ts';
export type { DirectoryServers } from './connection.ts';
export { createDirectory } from './directory.service.ts';
export type { Directory } from './directory.service.ts';
export { createNightlySync, nightlySync } from './nightly.ts';
export { createDirectorySignIn } from './sign-in.service.ts';
export type { GroupReport } from './sync.service.ts';
export { renderTemplate, templateNames } from './template.ts';
