import './artifacts.tables.ts';

export { activityRoutes } from './activity.routes.ts';
export { artifactRoutes } from './artifacts.routes.ts';
export { createArtifacts } from './artifacts.service.ts';
export type { Artifacts } from './artifacts.service.ts';
export {
  listActors,
  listArtifactsAfter,
  listChangesetsOf,
  listComments,
  listFiles,
  listVisibilityRows,
  streamProjectFiles,
} from './artifacts.store.ts';
export type { ArtifactRow, ChangesetRow, CommentRow } from './artifacts.store.ts';
export { applyChanges, createArtifact, parseChanges } from './change.ts';
export type { Change, CommentVersion } from './change.ts';
export { insertFile } from './change.store.ts';
export { eraseArtifacts, readHistoryMark } from './erase.store.ts';
