// Clones, fetches and pushes: who may, and what happens around them.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { DomainError, forbidden, notFound, unauthenticated, unavailable } from '../../../platform/errors.ts';
import { measureFolder } from '../../../platform/files/folder-size.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { networkOf, requireUser } from '../../people/index.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { forgetRepositories } from '../../storage/index.ts';
import type { Storage } from '../../storage/index.ts';
import { mayPush, mayRead, refRulesFor } from '../repositories/git.access.ts';
import type { RefRule, Repository } from '../repositories/git.access.ts';
import type { BackendAnswer, BackendRequest, RunBackend } from './git-backend.ts';
import type { Conversation, Converse, PushFacts } from './git-conversation.ts';
import { createBodyRoom, readWants } from './git-bodies.ts';
import { installHook, writeRules } from './git-hook.ts';
import { listUnreachable } from '../repositories/git-losses.ts';
import { readInTime, transferBudget } from './time-budget.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import type { Announcement, GitPushes } from './git-pushes.service.ts';
import { findRepositoryById, noRepository } from '../repositories/git-repositories.service.ts';
import type { GitRepositories } from '../repositories/git-repositories.service.ts';

/** How a transfer comes. */
type Way = 'http' | 'ssh';

export interface Transfer {
  projectName: string;
  name: string;
  service: 'git-upload-pack' | 'git-receive-pack';
  way: Way;
  /** Whether it only asks what there is. */
  isStart: boolean;
}

export interface GitTransfers {
  /**
   * Throws notFound where Git is off that way and for a repository that the viewer may not read, forbidden for who may not
   * push, and in both cases unauthenticated for nobody, whom git then asks for a name and a password; too-large for a push where
   * the project has no room left.
   */
  admit(viewer: Viewer, transfer: Transfer): Promise<Repository>;
  /**
   * Runs a transfer that was admitted. Throws unavailable without git, as Slots.enter and HoldBody do, and too-slow for a body that
   * does not come. What it asks for that is not the repository's to show, git hears of as of what is not there.
   */
  run(viewer: Viewer, repository: Repository, transfer: Transfer, request: TransferRequest): Promise<BackendAnswer>;
  /** Runs a transfer that was admitted as a conversation, to git's own status. Throws unavailable without git, and as Slots.enter. */
  converse(
    viewer: Viewer,
    repository: Repository,
    transfer: Transfer,
    line: Omit<Conversation, keyof PushFacts | 'peer' | 'service' | 'folder'> &
      Pick<TransferRequest, 'address' | 'changeNow'>,
  ): Promise<number>;
}

interface TransferRequest extends Pick<BackendRequest, 'contentEncoding' | 'protocol' | 'address' | 'body' | 'signal'> {
  /** See StreamRequest. */
  changeNow<R>(change: (viewer: Viewer) => Promise<R>): Promise<R>;
}

interface Needs {
  database: Database;
  git: GitProgram;
  runBackend: RunBackend;
  converse: Converse;
  repositories: GitRepositories;
  pushes: GitPushes;
  storage: Storage;
  logger: Logger;
}

export function createGitTransfers(needs: Needs): GitTransfers {
  const { git, runBackend, repositories, storage } = needs;
  const holdBody = createBodyRoom();
  return {
    async admit(viewer, { projectName, name, service, way }) {
      requireWay(viewer, way);
      const repository = await repositories.find({ projectName, name });
      const refuse = (error: Error): Error =>
        viewer.user === undefined ? unauthenticated('sign in with a name and a password or access key') : error;
      if (repository === undefined || !mayRead(viewer, repository)) throw refuse(noRepository());
      if (service === 'git-upload-pack') return repository;
      requireLivingProject(repository.project);
      if (!mayPush(viewer, repository)) throw refuse(forbidden("you don't have permission to push to this repository"));
      await storage.requireRoom(blobLocation(viewer, repository), 1);
      return repository;
    },
    async run(viewer, repository, { service, isStart, way }, { changeNow, ...request }) {
      const network = networkOf(request.address);
      const common: BackendRequest = {
        ...request,
        ...noPush,
        peer: { network, account: viewer.user?.id },
        folder: repository.folder,
        action: isStart ? 'info/refs' : service,
        method: isStart ? 'GET' : 'POST',
        query: isStart ? `service=${service}` : '',
        contentType: isStart ? '' : `application/x-${service}-request`,
        findRefusal: async () => undefined,
      };
      if (isStart) return runBackend(common);
      if (service === 'git-receive-pack') {
        await installHook(git.folder);
        return runBackend({ ...common, ...(await describePush(needs, viewer, repository, { way, changeNow })) });
      }
      const isZipped = request.contentEncoding !== 'identity';
      const held = await holdBody(readInTime(request.body, transferBudget), { network, isZipped });
      try {
        const wants = await readWants(held.bytes);
        return await runBackend({
          ...common,
          contentEncoding: 'identity',
          body: piecesOf(held.bytes),
          async findRefusal() {
            const [hidden] = await listUnreachable(needs, repository, wants);
            return hidden === undefined ? undefined : refuseWant(hidden);
          },
          afterEnd: async () => held.release(),
        });
      } catch (error) {
        held.release();
        throw error;
      }
    },
    async converse(viewer, repository, { service, way }, { address, changeNow, ...line }) {
      const isPush = service === 'git-receive-pack';
      if (isPush) await installHook(git.folder);
      return needs.converse({
        ...line,
        ...(isPush ? await describePush(needs, viewer, repository, { way, changeNow }) : noPush),
        service,
        folder: repository.folder,
        peer: { network: networkOf(address), account: viewer.user?.id },
      });
    },
  };
}

function requireWay({ site: { settings } }: Viewer, way: Way): void {
  if (way === 'http' && !settings.git_http_url) throw notFound('Git over HTTP is disabled on this server');
  if (way === 'ssh' && settings.git_ssh_url === '') throw notFound('Git over SSH is disabled on this server');
}

const noPush: PushFacts = {
  isPush: false,
  settings: {},
  variables: {},
  judge: async () => 'this is no push',
  afterEnd: async () => undefined,
};

const blobLocation = ({ site: { settings } }: Viewer, { project_id: projectId }: Repository) =>
  ({ settings, projectId, kind: 'repositories' }) as const;

/** What is particular about a push: whose it is, what they may, and that this is asked once more before a ref moves. */
async function describePush(
  needs: Needs,
  viewer: Viewer,
  repository: Repository,
  { way, changeNow }: Pick<Transfer, 'way'> & Pick<TransferRequest, 'changeNow'>,
): Promise<PushFacts> {
  const { git, pushes, storage, logger } = needs;
  const room = await storage.findRoom(blobLocation(viewer, repository));
  // 0 would be no bound.
  const inputMaxBytes = Math.max(1, Math.min(viewer.site.settings.git_push_limit, room));
  const rules = refRulesFor(viewer, repository);
  const user = requireUser(viewer);
  const push = randomUUID();
  let announcement: Announcement | undefined;
  let isJudged = false;
  return {
    isPush: true,
    settings: { 'receive.maxInputSize': String(inputMaxBytes) },
    variables: { ...pushes.identify(user, push), ...writeRules(rules) },
    async judge(options, come) {
      isJudged = true;
      try {
        const bytes =
          come === undefined ? 0 : await measureFolder(join(git.folder, repository.folder, 'objects', come));
        announcement = await changeNow((now) => {
          const requireRights = async (tx: Writer): Promise<void> => {
            requireWay(now, way);
            if (now.user?.id !== user.id) throw forbidden('the account changed during the push; push again');
            requireSameRules(now, await findRepositoryById(tx, repository.id), rules);
            if (bytes > 0) await storage.claimRoom(tx, blobLocation(now, repository), bytes);
          };
          return pushes.announce(repository, requireRights, { push, options });
        });
        return undefined;
      } catch (error) {
        if (error instanceof DomainError)
          return error.message || 'you no longer have permission to push to this repository';
        logger.error({ err: error, repository: repository.id }, 'whether a push may go on could not be found out');
        return 'the server could not find out whether you may push; push again';
      }
    },
    async afterEnd() {
      if (announcement === undefined) {
        // A measure made meanwhile has counted what git threw away when it ended.
        await needs.database.transact((tx) => forgetRepositories(tx, repository.project_id));
        if (!isJudged) await requireUnmoved(needs, repository, push);
        return;
      }
      try {
        await pushes.record(repository.id);
        await announcement.withdraw();
      } catch (error) {
        logger.error({ err: error, repository: repository.id }, 'a push is not recorded yet; a job does it later');
      }
    },
  };
}

/**
 * Of a push whose hook did not ask: it refused by itself, or it did not run, and git took everything. Throws unavailable for the
 * latter, so that the client hears of an error; what moved is recorded by the nightly job or `tepal git record`.
 */
async function requireUnmoved({ pushes, logger }: Needs, repository: Repository, push: string): Promise<void> {
  const refs = await pushes.listMovedBy(repository, push);
  if (refs.length === 0) return;
  logger.error(
    { repository: repository.id, refs },
    'git moved branches or tags although the hook of pushes did not run',
  );
  throw unavailable('the push was not checked; tell the administrator of the server');
}

/** Throws where the viewer may do something else in the repository than the rules say by which a push was judged. */
function requireSameRules(viewer: Viewer, repository: Repository | undefined, rules: readonly RefRule[]): void {
  if (repository === undefined) throw noRepository();
  requireLivingProject(repository.project);
  if (!mayRead(viewer, repository) || !mayPush(viewer, repository))
    throw forbidden('you no longer have permission to push to this repository');
  if (JSON.stringify(refRulesFor(viewer, repository)) !== JSON.stringify(rules))
    throw forbidden('your permissions in this repository changed during the push; push again');
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

/** As git says it of what it does not have (gitprotocol-pack(5)). */
function refuseWant(hash: string): BackendAnswer {
  const line = `ERR upload-pack: not our ref ${hash}`;
  const bytes = Buffer.from((line.length + 4).toString(16).padStart(4, '0') + line);
  return { status: 200, headers: { 'content-type': 'application/x-git-upload-pack-result' }, chunks: piecesOf(bytes) };
}
