// Programs: projects that plan features in increments, which teams do in projects of their own.
import './program.tables.ts';
export { createProgramFeature } from './feature.ts';
export { listTeamsOf } from './program.access.ts';
