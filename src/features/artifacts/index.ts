import './artifacts.tables.ts';

export { listActors } from './actors.ts';
export { artifactRoutes } from './artifacts.routes.ts';
export { createArtifacts } from './artifacts.service.ts';
export type { Artifacts } from './artifacts.service.ts';
export type { ArtifactRow } from './artifacts.store.ts';
export { applyChanges, createArtifact } from './change.ts';
export type { Change, CommentVersion } from './change.ts';
export { insertFile } from './change.store.ts';
