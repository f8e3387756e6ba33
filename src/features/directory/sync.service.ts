// The synchronisation: accounts get what the directory says of people, those of people who left are suspended, bound
// groups get their members. Repeating it changes nothing more, so a crash costs a new start.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { conflict, DomainError } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { Said } from '../../platform/texts/said.ts';
import type { Settings } from '../../settings/index.ts';
import { directoryActor } from '../people/index.ts';
import type { DirectoryAccounts } from '../people/index.ts';
import { userGroupNames } from '../projects/index.ts';
import type { Members } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import type { Connection, DirectoryServers } from './connection.ts';
import { listBindings } from './directory.store.ts';
import type { BindingRow } from './directory.store.ts';
import { findGroup, findPersonById, peoplePages } from './entries.ts';
import type { Person } from './entries.ts';
import { findMemberFault, membersOf } from './group-members.ts';
import { withLease } from './lease.ts';

export interface GroupReport {
  /** REST id of the user group. */
  group: string;
  /** What the directory's group is called. */
  source: string;
  joined: number;
  left: number;
  /** Why its members stay what they are. */
  problem?: Said;
}

export interface SyncReport {
  /** People that the directory shows. */
  people: number;
  /** Linked accounts that were active before. */
  accounts: number;
  /** Names of accounts whose people are gone or disabled. */
  leaving: string[];
  /** Names of those that are suspended now, or would be. */
  suspended: string[];
  /** Why none was suspended. */
  refusal?: string;
  groups: GroupReport[];
}

export interface SyncOptions {
  /** Only tells what would be done. */
  isDryRun: boolean;
  signal?: AbortSignal;
}

export interface DirectorySync {
  /**
   * Throws conflict where no directory is in use, where another synchronisation is under way, and where the directory shows
   * nobody; unavailable where it does not answer, and the signal's reason.
   */
  synchronise(options: SyncOptions): Promise<SyncReport>;
  /** The same for the members of one bound group. */
  synchroniseGroup(binding: BindingRow, isDryRun: boolean): Promise<GroupReport>;
}

export interface SyncDeps {
  database: Database;
  clock: Clock;
  site: SiteService;
  servers: DirectoryServers;
  accounts: DirectoryAccounts;
  members: Members;
}

interface Run extends SyncDeps {
  readonly settings: Settings;
  readonly connection: Connection;
  readonly isDryRun: boolean;
  /** Throws where the run has to stop. */
  readonly proceed: () => Promise<void>;
}

/** The settings of a site that uses a directory; throws conflict for others. */
export async function requireDirectory(site: SiteService): Promise<Settings> {
  const { settings } = await site.current();
  if (settings.sys_auth_type !== 'ldap')
    throw conflict(says('directory.off')`the directory is not configured; set sys_auth_type = 'ldap' in conf/ldap.inc`);
  return settings;
}

export function createDirectorySync(deps: SyncDeps): DirectorySync {
  const { database, clock, site, servers } = deps;
  const run = async <R>({ isDryRun, signal }: SyncOptions, work: (run: Run) => Promise<R>): Promise<R> => {
    const settings = await requireDirectory(site);
    return withLease(database, clock, (keep) => {
      const proceed = (): Promise<void> => {
        signal?.throwIfAborted();
        return keep();
      };
      return servers.run(settings, (connection) => work({ ...deps, settings, connection, isDryRun, proceed }));
    });
  };
  return {
    synchronise: (options) =>
      run(options, async (started) => {
        const accounts = await synchroniseAccounts(started);
        const groups: GroupReport[] = [];
        for (const binding of await listBindings(database.read)) groups.push(await synchroniseGroup(started, binding));
        return { ...accounts, groups };
      }),
    synchroniseGroup: (binding, isDryRun) => run({ isDryRun }, (started) => synchroniseGroup(started, binding)),
  };
}

const isEnabled = (person: Person): boolean => !person.isDisabled;

async function synchroniseAccounts(run: Run): Promise<Omit<SyncReport, 'groups'>> {
  const { accounts, connection, settings } = run;
  const linked = await accounts.listLinked();
  const missing = new Map(linked.map((account) => [account.id, account]));
  let people = 0;
  for await (const page of peoplePages(connection, settings)) {
    await run.proceed();
    people += page.length;
    const present = page.filter(isEnabled);
    const users = await accounts.find(present);
    if (!run.isDryRun) await accounts.refresh(users, present);
    for (const { id } of users) missing.delete(id);
  }
  if (people === 0)
    throw conflict(
      says(
        'directory.empty',
      )`the directory returned no users; check sys_ldap_people_dn and the permissions of the directory account`,
    );
  const leaving = [...missing.values()];
  const report = { people, accounts: linked.length, leaving: leaving.map(({ username }) => username) };
  const refusal = refuseShare(leaving.length, linked.length, settings);
  if (refusal !== undefined) return { ...report, suspended: [], refusal };
  const suspended: string[] = [];
  for (const account of leaving) if (await suspend(run, account)) suspended.push(account.username);
  return { ...report, suspended };
}

function refuseShare(leaving: number, linked: number, settings: Settings): string | undefined {
  const { sys_ldap_threshold_users_suspension: percent } = settings;
  const allowed = percent === 0 ? 0 : Math.max(1, Math.floor((linked * percent) / 100));
  if (leaving <= allowed) return undefined;
  return (
    `${leaving} of ${linked} linked accounts would be suspended, and sys_ldap_threshold_users_suspension allows ` +
    `${allowed} (${percent} percent); none was`
  );
}

/** Whether the account is suspended now, or would be. */
async function suspend(run: Run, { id, ldap_id: ldapId }: { id: number; ldap_id: string }): Promise<boolean> {
  await run.proceed();
  // The list of people may have missed somebody who was moved meanwhile.
  const person = await findPersonById(run.connection, run.settings, ldapId);
  if (person !== undefined && isEnabled(person)) return false;
  if (run.isDryRun) return true;
  try {
    await run.accounts.suspend(id);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'conflict') return false;
    throw error;
  }
}

async function synchroniseGroup(run: Run, binding: BindingRow): Promise<GroupReport> {
  const { project_id: projectId, ugroup_id: groupId } = binding;
  const named = { group: userGroupNames.groupRestId(groupId, projectId), source: binding.label };
  const source = await findGroup(run.connection, run.settings, binding.dn);
  if (source === undefined)
    return { ...named, joined: 0, left: 0, problem: says('directory.gone')`${binding.dn} no longer exists` };
  const fault = await findMemberFault(run.connection, run.settings, source.dn, false);
  if (fault !== undefined) return { ...named, joined: 0, left: 0, problem: fault };
  const { userIds, people, unread, unknown } = await readMembers(run, source.dn);
  // Who may not be read, or is somewhere else, has not left.
  if (people === 0 && unread > 0)
    return {
      ...named,
      joined: 0,
      left: 0,
      problem: says('directory.unread')`none of its ${unread} members can be read`,
    };
  const group = { projectId, groupId, keepsOthers: binding.keeps_others === 1, isDryRun: run.isDryRun };
  const { joined, left } = await run.members.follow(group, userIds, directoryActor);
  const problem = describeMissing(unknown, unread);
  return { ...named, joined, left, ...(problem === undefined ? {} : { problem }) };
}

function describeMissing(unknown: number, unread: number): Said | undefined {
  if (unknown > 0) return says('directory.no-accounts')`${unknown} users have no account yet`;
  return unread > 0 ? says('directory.some-unread')`${unread} of its members can't be read` : undefined;
}

interface GroupMembers {
  userIds: Set<number>;
  /** Whom the directory shows in the group, disabled ones included. */
  people: number;
  /** Names in the group that lead to neither a person nor a group. */
  unread: number;
  /** People without an account. */
  unknown: number;
}

async function readMembers(run: Run, dn: string): Promise<GroupMembers> {
  const userIds = new Set<number>();
  const counts = { people: 0, unread: 0, unknown: 0 };
  for await (const page of membersOf(run.connection, run.settings, dn)) {
    await run.proceed();
    counts.people += page.people.length;
    counts.unread += page.unread;
    const present = page.people.filter(isEnabled);
    const users = await run.accounts.find(present);
    for (const { id } of users) userIds.add(id);
    const known = new Set(users.map((user) => user.ldap_id));
    for (const person of present.filter(({ ldapId }) => !known.has(ldapId))) {
      const user = run.isDryRun ? undefined : await run.accounts.create(person, run.settings);
      if (user === undefined) counts.unknown += 1;
      else userIds.add(user.id);
    }
  }
  return { userIds, ...counts };
}
