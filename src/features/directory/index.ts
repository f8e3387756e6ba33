import './directory.tables.ts';
export { createDirectoryServers } from './connection.ts';
export { createDirectoryFeature } from './feature.ts';
export { ldapCommands } from './directory.commands.ts';
