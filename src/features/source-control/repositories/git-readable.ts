// Whose repositories commits are shown of.
import type { Database } from '../../../platform/database/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { readingGroups } from './git.access.ts';
import { listReadableNames } from './git.store.ts';

/** For createCommitReferences. */
export const listReadableRepositories =
  ({ read: db }: Database) =>
  (viewer: Viewer, projectId: number, names: readonly string[]): Promise<string[]> =>
    listReadableNames(db, projectId, readingGroups(viewer, projectId), names);
