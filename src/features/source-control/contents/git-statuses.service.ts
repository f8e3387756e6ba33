// What programs that build and test say about commits, and the token with which they prove themselves.
import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf } from '../../people/index.ts';
import { requireLivingProject, requireStillLiving } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { CommitCheck } from '../repositories/git-repositories.schema.ts';
import { mayPush, mayRead } from '../repositories/git.access.ts';
import type { Repository } from '../repositories/git.access.ts';
import type { GitContents } from './git-contents.service.ts';
import { noRepository } from '../repositories/git-repositories.service.ts';
import type { GitRepositories, RepositoryAddress } from '../repositories/git-repositories.service.ts';
import { listChecks, saveCheck, updateRepository } from '../repositories/git.store.ts';
import type { CheckRow } from '../repositories/git.store.ts';

export interface CommitStatuses {
  /** A new token of the repository, which ends the one before. Throws as GitRepositories.readAsAdmin. */
  createToken(viewer: Viewer, id: number): Promise<string>;
  /**
   * The status of a commit becomes this one. The token takes the place of the right to push; throws forbidden for a wrong
   * one and for who may not push, notFound for a repository that the viewer may not read, and for an unknown commit.
   */
  set(
    viewer: Viewer,
    place: { idOrPath: string; reference: string },
    report: Omit<CheckRow, 'hash' | 'at_ms'> & { token: string | undefined },
  ): Promise<void>;
  /** What checks said of a commit, in order of name. Throws notFound for what the viewer may not read, and for an unknown commit. */
  list(viewer: Viewer, place: { idOrPath: string; reference: string }): Promise<Static<typeof CommitCheck>[]>;
}

/** Of one commit. */
const checksMax = 50;

const hashToken = (token: string): Uint8Array => digest('sha256', token, 'buffer');

const isTokenOf = ({ token_hash }: Repository, token: string): boolean =>
  token_hash !== null && timingSafeEqual(token_hash, hashToken(token));

function addressOf(idOrPath: string): RepositoryAddress {
  if (/^\d{1,15}$/.test(idOrPath)) return { id: Number(idOrPath) };
  const [, projectName, name] = /^([^/]+)\/(.+)\.git$/.exec(idOrPath) ?? [];
  if (projectName === undefined || name === undefined) throw noRepository();
  return { projectName, name };
}

export function createCommitStatuses(
  { database, clock }: { database: Database; clock: Clock },
  repositories: GitRepositories,
  contents: GitContents,
): CommitStatuses {
  const findFor = async (viewer: Viewer, idOrPath: string, token: string | undefined): Promise<Repository> => {
    const repository = await repositories.find(addressOf(idOrPath));
    if (repository === undefined) throw noRepository();
    if (token !== undefined && isTokenOf(repository, token)) return repository;
    if (!mayRead(viewer, repository)) throw noRepository();
    if (token !== undefined) throw forbidden(says('git.status-token')`the token is not valid for this repository`);
    if (!mayPush(viewer, repository))
      throw forbidden(says('git.status-right')`you need permission to push, or a token, to report a status`);
    return repository;
  };
  return {
    async createToken(viewer, id) {
      const { project_id: projectId } = await repositories.readAsKeeper(viewer, id);
      const token = randomBytes(32).toString('hex');
      await database.transact(async (tx) => {
        await requireStillLiving(tx, projectId);
        await updateRepository(tx, id, { token_hash: hashToken(token) });
        const details = { git_repository: id, status_token: 'new' };
        await recordAudit(tx, clock, { kind: 'repository-changed', by: actorOf(viewer), projectId, details });
      });
      return token;
    },
    async list(viewer, { idOrPath, reference }) {
      const repository = await repositories.find(addressOf(idOrPath));
      if (repository === undefined || !mayRead(viewer, repository)) throw noRepository();
      const { hash } = await contents.findCommit(repository, reference);
      return (await listChecks(database.read, repository.id, hash)).map(({ hash: _hash, at_ms, ...check }) => ({
        ...check,
        date: formatIso(at_ms),
      }));
    },
    async set(viewer, { idOrPath, reference }, { token, ...check }) {
      const repository = await findFor(viewer, idOrPath, token);
      requireLivingProject(repository.project);
      const { hash } = await contents.findCommit(repository, reference);
      await database.transact(async (tx) => {
        await requireStillLiving(tx, repository.project_id);
        const known = await listChecks(tx, repository.id, hash);
        if (known.length >= checksMax && !known.some(({ name }) => name === check.name))
          throw invalid(
            says('git.many-checks')`exceeds the limit: a commit can have at most ${checksMax} checks`,
            'name',
          );
        await saveCheck(tx, repository.id, { ...check, hash, at_ms: clock.nowMs() });
      });
    },
  };
}
