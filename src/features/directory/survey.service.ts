// What an administrator looks at: whether the servers answer, and whom they show.
import type { Settings } from '../../settings/index.ts';
import type { DirectoryAccounts } from '../people/index.ts';
import type { SiteService } from '../site/index.ts';
import type { Connection, DirectoryServers } from './connection.ts';
import { attributesOf, groupBase, serverUrls } from './directory-settings.ts';
import { hasMembers, isSearchableName, searchPeople, surveyPages } from './entries.ts';
import type { Person } from './entries.ts';
import { requireDirectory } from './sync.service.ts';

export interface ServerSurvey {
  server: string;
  /** Why it can't be used. */
  problem?: string;
  /** Up to one page of them. */
  people: readonly Person[];
  groups: number;
  /** Who can't sign in, and why; the first of them. */
  unable: readonly string[];
  unableCount: number;
  /** Whose account has another name than they have in the directory; the first of them. */
  renamed: readonly { username: string; account: string }[];
  renamedCount: number;
}

export interface Survey {
  /** Asks every server. Throws conflict where no directory is in use. */
  checkServers(): Promise<ServerSurvey[]>;
  /** People in whose names or addresses a text is, at most 50. Throws as checkServers, unavailable where no server answers. */
  search(contains: string): Promise<Person[]>;
}

/** People of one search. */
const foundMax = 50;
const groupsCounted = 500;
/** Of each kind of people who are told one by one. */
const listedMax = 20;

interface SurveyDeps {
  site: SiteService;
  servers: DirectoryServers;
  accounts: Pick<DirectoryAccounts, 'preview'>;
}

export function createSurvey({ site, servers, accounts }: SurveyDeps): Survey {
  return {
    async checkServers() {
      const settings = await requireDirectory(site);
      return Promise.all(serverUrls(settings).map((server) => checkServer({ servers, accounts }, settings, server)));
    },
    async search(contains) {
      const settings = await requireDirectory(site);
      return servers.run(settings, (connection) => searchPeople(connection, settings, contains, foundMax));
    },
  };
}

type Seen = Omit<ServerSurvey, 'server' | 'problem'>;

async function checkServer(
  { servers, accounts }: Pick<SurveyDeps, 'servers' | 'accounts'>,
  settings: Settings,
  server: string,
): Promise<ServerSurvey> {
  try {
    const seen = await servers.runOn(settings, server, (connection) => lookAt(connection, settings, accounts));
    return { server, ...seen, ...(seen.people.length === 0 ? { problem: 'shows nobody' } : {}) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { server, people: [], groups: 0, unable: [], unableCount: 0, renamed: [], renamedCount: 0, problem };
  }
}

async function lookAt(connection: Connection, settings: Settings, accounts: SurveyDeps['accounts']): Promise<Seen> {
  const { groupName, id } = attributesOf(settings);
  const unable: string[] = [];
  const renamed: { username: string; account: string }[] = [];
  const seen = new Map<string, number>();
  let first: Person[] = [];
  for await (const { people, unnamed } of surveyPages(connection, settings)) {
    if (first.length === 0) first = people;
    unable.push(...unnamed.map((dn) => `${dn} has no ${id}, which sys_ldap_eduid names`));
    const foreseen = await accounts.preview(people);
    for (const [index, { username, dn }] of people.entries()) {
      const { username: account = username, refusal } = foreseen[index] ?? {};
      const key = username.normalize('NFC').toLowerCase();
      seen.set(key, (seen.get(key) ?? 0) + 1);
      if (seen.get(key) === 2) unable.push(`"${username}" is the user name of several people`);
      if (!isSearchableName(username)) unable.push(`the user name of ${dn} is too long, or holds a control character`);
      else if (refusal !== undefined) unable.push(`${dn}: ${refusal.message}`);
      else if (account.toLowerCase() !== username.toLowerCase()) renamed.push({ username, account });
    }
  }
  const search = { base: groupBase(settings), scope: 'sub', condition: hasMembers(settings) } as const;
  const groups = await connection.list({ ...search, attributes: [groupName] }, groupsCounted);
  return {
    people: first,
    groups: groups.length,
    unable: unable.slice(0, listedMax),
    unableCount: unable.length,
    renamed: renamed.slice(0, listedMax),
    renamedCount: renamed.length,
  };
}
