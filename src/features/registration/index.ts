import './registration.tables.ts';
export { createRegistrationFeature } from './feature.ts';
export { projectCategoryCommands } from './registration.commands.ts';
