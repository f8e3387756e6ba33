// Keeps rules of access on disk true: groups that projects have are defined there, so that rules may name them.
import type { AbsolutePath } from '../../../platform/files/absolute-path.ts';
import type { Static } from 'typebox';
import { yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import type { Database, Reader } from '../../../platform/database/index.ts';
import { isThere } from '../../../platform/files/durable-files.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { Settings } from '../../../settings/index.ts';
import { groupIds, projectRecords, userGroupRecords } from '../../projects/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import type { SiteService } from '../../site/index.ts';
import { addRules, adminGroup, guestGroup, listUndefinedGroups, memberGroup } from './access-rules.ts';
import type { AccessGroup, AddedRules } from './access-rules.ts';
import { accessFileOf, isOwn, locate, readIfThere, writeAccessFile } from './svn-folder.ts';
import { readSettings } from './svn-settings.ts';
import type { StoredSettings } from './svn.schema.ts';
import * as store from './svn.store.ts';

const lookEveryMs = 1000;
/** Rules are looked through for at most one part in so many of the time. */
const partOfTime = 20;

type AccessProject = Pick<ProjectRow, 'id' | 'access' | 'status'>;

const spell = (name: string): string[] => [...new Set([name.toLowerCase(), name])];

/** Ids of groups by what rules may call them: static ones in the name that they have, and in lower case, as the origin writes them. */
async function listGroupIds(db: Reader, projectId: number): Promise<Map<string, number>> {
  const own = await userGroupRecords.listGroups(db, projectId);
  return new Map([
    ...own.flatMap(({ id, name }) => spell(name).map((spelled): [string, number] => [spelled, id])),
    [memberGroup, groupIds.members],
    [adminGroup, groupIds.admins],
  ]);
}

/** What rules of access to repositories of the project may call groups that they don't define. */
export const listRuleGroups = async (db: Reader, projectId: number): Promise<string[]> => [
  ...(await listGroupIds(db, projectId)).keys(),
];

/** Those of a project that is closed have nobody. */
async function listAccessGroups(db: Reader, { id: projectId, status }: AccessProject): Promise<AccessGroup[]> {
  const named: AccessGroup[] = [];
  for (const [name, id] of await listGroupIds(db, projectId))
    named.push({ name, usernames: status === 'active' ? await store.listUsernames(db, projectId, id) : [] });
  return named;
}

/** User names of the guests who may enter the project. */
async function listGuests(
  db: Reader,
  { id, access, status }: AccessProject,
  mode: Settings['access_mode'],
): Promise<string[]> {
  const takesRestricted = mode !== 'restricted' || access !== 'private-wo-restr';
  return status === 'active' ? userGroupRecords.listGuestNames(db, id, takesRestricted ? ['A', 'R'] : ['A']) : [];
}

/** Who is no member reads where every account may; elsewhere guests do, if there are any. */
function readersOf(
  { access, status }: AccessProject,
  mode: Settings['access_mode'],
  hasGuests: boolean,
): AddedRules['root'] {
  const isOpen = status === 'active' && (access === 'unrestricted' || (access === 'public' && mode !== 'restricted'));
  if (!isOpen) return { readers: hasGuests ? `@${guestGroup}` : undefined };
  return { readers: mode === 'anonymous' ? '*' : '$authenticated' };
}

export interface SvnAccess {
  /**
   * The rules as Subversion gets them. Groups that they name and that are not there have nobody, so that a group that is deleted
   * locks out nobody else; unless `isGone` is false of them.
   */
  compose(
    project: AccessProject,
    rules: Pick<Static<typeof StoredSettings>, 'access_file' | 'has_default_permissions'>,
    isGone?: (group: string) => boolean,
  ): Promise<string>;
  /** Writes the rules of a repository that Tepal made, if they are others by now. */
  write(id: number): Promise<void>;
  service: { start(): Promise<void>; stop(): Promise<void> };
}

interface SvnAccessDeps {
  database: Database;
  site: SiteService;
  dataDir: AbsolutePath;
  logger: Logger;
}

export function createSvnAccess({ database, site, dataDir, logger }: SvnAccessDeps): SvnAccess {
  const compose: SvnAccess['compose'] = async (
    project,
    { access_file, has_default_permissions },
    isGone = () => true,
  ) => {
    const { settings } = await site.current();
    const guests = await listGuests(database.read, project, settings.access_mode);
    const groups = [
      ...(await listAccessGroups(database.read, project)),
      ...(guests.length === 0 ? [] : [{ name: guestGroup, usernames: guests }]),
    ];
    const known = new Set(groups.map(({ name }) => name));
    const gone = listUndefinedGroups(access_file).filter((name) => !known.has(name) && isGone(name));
    return addRules(access_file, {
      groups: [...groups, ...gone.map((name) => ({ name, usernames: [] }))],
      root: has_default_permissions ? readersOf(project, settings.access_mode, guests.length > 0) : undefined,
    });
  };
  const write = async (id: number): Promise<void> => {
    const row = await store.findRepository(database.read, id);
    const project = row === undefined ? undefined : await projectRecords.findProject(database.read, row.project_id);
    if (row === undefined || project === undefined || !isOwn(row.folder)) return;
    const path = locate(dataDir, row.folder);
    if (!(await isThere(path))) return;
    const settings = readSettings(row.settings_json, `settings of Subversion repository ${id}`);
    const text = await compose(project, settings);
    if ((await readIfThere(accessFileOf(path))) !== text) await writeAccessFile(path, text);
  };
  const refresh = async (): Promise<void> => {
    for (const id of await store.listIds(database.read)) {
      await write(id);
      await yieldSlice();
    }
  };
  return { compose, write, service: createLoop({ site, logger, refresh }) };
}

/** Refreshes at the start, and soon after the site has changed, whichever process changed it. */
function createLoop({
  site,
  logger,
  refresh,
}: {
  site: SiteService;
  logger: Logger;
  refresh(): Promise<void>;
}): SvnAccess['service'] {
  let version: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isOver = false;
  const look = async (): Promise<void> => {
    const startMs = performance.now();
    const { version: now } = await site.current();
    if (now !== version) await refresh();
    version = now;
    plan(Math.max(lookEveryMs, (performance.now() - startMs) * partOfTime));
  };
  const plan = (waitMs: number): void => {
    if (isOver) return;
    timer = setTimeout(() => {
      running = look().catch((error: unknown) => {
        logger.warn({ err: error }, 'rules of access to Subversion could not be written; they are in a minute');
        plan(60_000);
      });
    }, waitMs).unref();
  };
  return {
    start() {
      plan(0);
      return Promise.resolve();
    },
    async stop() {
      isOver = true;
      clearTimeout(timer);
      await running;
    },
  };
}
