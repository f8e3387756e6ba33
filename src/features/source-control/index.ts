import './commits.tables.ts';
import './git.tables.ts';

export { createCommitReferences, findOpen, viewReference } from './commit-references.ts';
export type { ReadableRepositories } from './commit-references.ts';
export { commitEventKinds, commitIdOf, commitsForgotten } from './commits.service.ts';
export type { NewCommit } from './commits.service.ts';
export { listCommitIds, listCommitsByIds } from './commits.store.ts';
export type { CommitRow } from './commits.store.ts';
export { keepCvsCommit } from './cvs-hooks.service.ts';
export { listReadableRepositories } from './git-readable.ts';
export { createSourceHooks } from './hooks.ts';
export type { SourceHooks } from './hooks.ts';
export { createSourceControl } from './source-control.ts';
export type { SourceControl } from './source-control.ts';
export { moveHooks } from './svn-folder.ts';
