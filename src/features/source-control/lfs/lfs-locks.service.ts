// Locks on files, by which people tell each other what can't be merged. git-lfs asks for them before it pushes.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { requireUser } from '../../people/index.ts';
import type { People } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { isGitAdmin } from '../repositories/git.access.ts';
import type { Repository } from '../repositories/git.access.ts';
import { requirePusher, rereadAsPusher } from './lfs-rights.ts';
import type { LfsUpload } from './lfs-objects.service.ts';
import * as store from './lfs.store.ts';
import type { LfsLock } from './lfs.store.ts';

/** As the API of Git LFS has it. */
export interface ShownLock {
  id: string;
  path: string;
  locked_at: string;
  owner: { name: string };
}

export interface LockWish {
  path?: string | undefined;
  id?: string | undefined;
  /** Of the page before. */
  cursor: string;
  limit: number;
}

export interface LockPage {
  locks: { lock: ShownLock; isOurs: boolean }[];
  nextCursor: string | undefined;
}

type ChangeNow = Pick<LfsUpload, 'changeNow'>;

export interface LfsLocks {
  list(viewer: Viewer, repository: Repository, wish: LockWish): Promise<LockPage>;
  /** `isNew` is false where somebody has locked it, whose lock this is. Throws forbidden, and invalid for too many. */
  create(
    viewer: Viewer,
    repository: Repository,
    path: string,
    request: ChangeNow,
  ): Promise<{ lock: ShownLock; isNew: boolean }>;
  /** Throws notFound, and forbidden for another one's lock, but for administrators who force it. */
  remove(
    viewer: Viewer,
    repository: Repository,
    wish: { id: string; isForced: boolean },
    request: ChangeNow,
  ): Promise<ShownLock>;
}

interface Needs {
  database: Database;
  clock: Clock;
  people: People;
}

/** Of one repository. */
const locksMax = 10_000;

async function show({ people }: Needs, viewer: Viewer, locks: readonly LfsLock[]): Promise<ShownLock[]> {
  const ids = locks.map((lock) => lock.user_id);
  const owners = await people.findMany(ids, viewer.site.version);
  return locks.map((lock) => ({
    id: lock.id,
    path: lock.path,
    locked_at: formatIso(lock.locked_at_ms),
    owner: { name: owners.get(lock.user_id)?.username ?? '' },
  }));
}

async function showOne(needs: Needs, viewer: Viewer, lock: LfsLock): Promise<ShownLock> {
  const [shown] = await show(needs, viewer, [lock]);
  if (shown === undefined) throw notFound(says('lfs.lock-gone')`the lock no longer exists`);
  return shown;
}

export function createLfsLocks(needs: Needs): LfsLocks {
  const { database, clock } = needs;
  return {
    async list(viewer, { id: repositoryId }, { cursor, limit, ...wish }) {
      const locks = await store.listLocks(database.read, repositoryId, {
        ...wish,
        afterPath: cursor,
        limit: limit + 1,
      });
      const page = locks.slice(0, limit);
      const shown = await show(needs, viewer, page);
      return {
        locks: shown.map((lock, index) => ({ lock, isOurs: page[index]?.user_id === viewer.user?.id })),
        nextCursor: locks.length > limit ? page.at(-1)?.path : undefined,
      };
    },
    async create(viewer, repository, path, { changeNow }) {
      requirePusher(viewer, repository);
      const user = requireUser(viewer);
      if (/\p{Cc}/u.test(path)) throw invalid(says('lfs.lock-path')`is not a valid file path`, 'path');
      const lock = {
        id: randomUUID(),
        repository_id: repository.id,
        path,
        user_id: user.id,
        locked_at_ms: clock.nowMs(),
      };
      const found = await changeNow((now) =>
        database.transact(async (tx) => {
          await rereadAsPusher(tx, now, repository.id);
          if ((await store.countLocks(tx, repository.id)) >= locksMax)
            throw invalid(
              says('lfs.many-locks')`a repository can have at most ${locksMax} locks; remove others first`,
              'path',
            );
          if (await store.insertLock(tx, lock)) return lock;
          const [other] = await store.listLocks(tx, repository.id, { path, afterPath: '', limit: 1 });
          return other ?? lock;
        }),
      );
      return { lock: await showOne(needs, viewer, found), isNew: found.id === lock.id };
    },
    async remove(viewer, repository, { id, isForced }, { changeNow }) {
      requirePusher(viewer, repository);
      const gone = await changeNow((now) =>
        database.transact(async (tx) => {
          await rereadAsPusher(tx, now, repository.id);
          const [lock] = await store.listLocks(tx, repository.id, { id, afterPath: '', limit: 1 });
          if (lock === undefined) throw notFound(says('lfs.no-lock')`there is no lock ${id}`);
          const may = lock.user_id === now.user?.id || (isForced && isGitAdmin(now, repository.project_id));
          if (!may)
            throw forbidden(
              says(
                'lfs.lock-foreign',
              )`the file is locked by another user; project administrators can unlock it with --force`,
            );
          await store.deleteLock(tx, id);
          return lock;
        }),
      );
      return showOne(needs, viewer, gone);
    },
  };
}
