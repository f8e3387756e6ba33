// Clones, fetches and pushes: who may, and what happens around them.
import { forbidden, notFound, unauthenticated } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { requireUser } from '../people/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { mayPush, mayRead, refRulesFor } from './git.access.ts';
import type { Repository } from './git.access.ts';
import type { BackendAnswer, BackendRequest, RunBackend } from './git-backend.ts';
import { installHook, writeRules } from './git-hook.ts';
import type { GitProgram } from './git-program.ts';
import type { Announcement, GitPushes } from './git-pushes.service.ts';
import { noRepository } from './git-repositories.service.ts';
import type { GitRepositories } from './git-repositories.service.ts';

export interface Transfer {
  projectName: string;
  name: string;
  service: 'git-upload-pack' | 'git-receive-pack';
  /** Whether it only asks what there is. */
  isStart: boolean;
}

export interface GitTransfers {
  /**
   * Throws notFound where Git over HTTP is off and for a repository that the viewer may not read, forbidden for who may not
   * push, and in both cases unauthenticated for nobody, whom git then asks for a name and a password.
   */
  admit(viewer: Viewer, transfer: Transfer): Promise<Repository>;
  /** Runs a transfer that was admitted. Throws unavailable without git, or under too many at once. */
  run(viewer: Viewer, repository: Repository, transfer: Transfer, request: TransferRequest): Promise<BackendAnswer>;
}

type TransferRequest = Pick<BackendRequest, 'contentEncoding' | 'protocol' | 'address' | 'body' | 'signal'>;

interface Needs {
  git: GitProgram;
  runBackend: RunBackend;
  repositories: GitRepositories;
  pushes: GitPushes;
  logger: Logger;
}

export function createGitTransfers({ git, runBackend, repositories, pushes, logger }: Needs): GitTransfers {
  const recordLater = async (id: number, announcement: Announcement): Promise<void> => {
    try {
      await pushes.record(id);
      await announcement.withdraw();
    } catch (error) {
      logger.error({ err: error, repository: id }, 'a push is not recorded yet; a job does it later');
    }
  };
  return {
    async admit(viewer, { projectName, name, service }) {
      if (!viewer.site.settings.git_http_url) throw notFound('Git over HTTP is off on this server');
      const repository = await repositories.find({ projectName, name });
      const refuse = (error: Error): Error =>
        viewer.user === undefined ? unauthenticated('sign in with a name and a password or access key') : error;
      if (repository === undefined || !mayRead(viewer, repository)) throw refuse(noRepository());
      if (service === 'git-upload-pack') return repository;
      requireLivingProject(repository.project);
      if (!mayPush(viewer, repository)) throw refuse(forbidden('you may not push to this repository'));
      return repository;
    },
    async run(viewer, repository, { service, isStart }, request) {
      const isPush = service === 'git-receive-pack' && !isStart;
      if (isPush) await installHook(git.folder);
      const announcement = isPush ? await pushes.announce(repository) : undefined;
      const rules = (): Record<string, string> => ({
        ...pushes.identify(requireUser(viewer)),
        ...writeRules(refRulesFor(viewer, repository)),
      });
      return runBackend({
        ...request,
        isPush,
        folder: repository.folder,
        action: isStart ? 'info/refs' : service,
        method: isStart ? 'GET' : 'POST',
        query: isStart ? `service=${service}` : '',
        contentType: isStart ? '' : `application/x-${service}-request`,
        settings: { 'receive.maxInputSize': String(viewer.site.settings.git_push_limit) },
        variables: isPush ? rules() : {},
        afterEnd: () => (announcement === undefined ? Promise.resolve() : recordLater(repository.id, announcement)),
      });
    },
  };
}
