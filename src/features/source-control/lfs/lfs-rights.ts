// Who may bring large files and lock files: those who may push.
import type { Reader } from '../../../platform/database/index.ts';
import { forbidden } from '../../../platform/errors.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { mayPush, mayRead } from '../repositories/git.access.ts';
import type { Repository } from '../repositories/git.access.ts';
import { findRepositoryById, noRepository } from '../repositories/git-repositories.service.ts';

/** Throws forbidden. */
export function requirePusher(viewer: Viewer, repository: Repository): void {
  requireLivingProject(repository.project);
  if (!mayPush(viewer, repository)) throw forbidden("you don't have permission to push to this repository");
}

/** The repository as it is by now. Throws notFound, and forbidden for who may not push any more. */
export async function rereadAsPusher(db: Reader, viewer: Viewer, id: number): Promise<Repository> {
  const repository = await findRepositoryById(db, id);
  if (repository === undefined || !mayRead(viewer, repository)) throw noRepository();
  requirePusher(viewer, repository);
  return repository;
}
