// Source control. Its rooms, each of which uses those before it:
// commits/       recorded commits, what they refer to and close
// repositories/  Git repositories, who may read and write them, and the git program
// svn/, cvs/     Subversion and CVS, and their hooks
// transfers/     clones and pushes
// lfs/           large files of Git repositories, and locks
// archives/      repositories in project archives, and their removal
// contents/      files, commits, statuses and permissions over REST
// browsing/      history, differences, and files as bytes

import './commits/commits.tables.ts';
import './repositories/git.tables.ts';
import './lfs/lfs.tables.ts';

export { findOpen, viewReference } from './commits/commit-references.ts';
export type { ReadableRepositories } from './commits/commit-references.ts';
export { commitEventKinds, commitIdOf, commitsForgotten } from './commits/commits.service.ts';
export type { NewCommit } from './commits/commits.service.ts';
export { listCrossReferences, readKeywords } from './commits/referring.ts';
export { listCommitIds, listCommitsByIds, listReferringCommits } from './commits/commits.store.ts';
export type { CommitRow } from './commits/commits.store.ts';
export { keepCvsCommit } from './cvs/cvs-hooks.service.ts';
export { listReadableRepositories } from './repositories/git-readable.ts';
export { readJsonFile, readJsonLines } from './archives/archived-files.ts';
export { Person } from './archives/archived-repositories.schema.ts';
export { personOf } from './archives/archived-svn.ts';
export { listAllOf as listRepositoriesOfProject } from './repositories/git.store.ts';
export { createSourceHooks } from './hooks.ts';
export type { SourceHooks } from './hooks.ts';
export { moveHooks } from './svn/svn-folder.ts';
export type { CodeAccess } from './browsing/code-access.ts';
export type { RefMove } from './transfers/git-pushes.service.ts';
export { CrossReferences } from './commits/referring.schema.ts';
export { charsetOf } from './repositories/text-charset.ts';
export { GitCommit } from './contents/git-contents.schema.ts';
export { inSlots } from './contents/git-contents.routes.ts';
export { deletionFor, mayRead, mayWriteBranch, refRulesFor, ruleOf } from './repositories/git.access.ts';
export type { Repository } from './repositories/git.access.ts';
export type { RepositoryRow } from './repositories/git.store.ts';
export { previewClosing } from './commits/closing.ts';
export { listClosingWishes } from './commits/closing-words.ts';
export { nameBranch } from './repositories/branch-references.ts';
export { isRefusal } from './repositories/git-objects.ts';
export { noRepository } from './repositories/git-repositories.service.ts';
export { pageOf } from './repositories/git-repositories.view.ts';
export { createSourceControlFeature } from './feature.ts';
export { repositoryCommands } from './source-control.commands.ts';
