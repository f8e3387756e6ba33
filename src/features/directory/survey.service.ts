// What an administrator looks at: whether the servers answer, and whom they show.
import type { Settings } from '../../settings/index.ts';
import type { SiteService } from '../site/index.ts';
import type { Connection, DirectoryServers } from './connection.ts';
import { attributesOf, groupBase, serverUrls } from './directory-settings.ts';
import { peoplePages, searchPeople } from './entries.ts';
import type { Person } from './entries.ts';
import { requireDirectory } from './sync.service.ts';

export interface ServerSurvey {
  server: string;
  /** Why it can't be used. */
  problem?: string;
  /** Up to one page of them. */
  people: readonly Person[];
  groups: number;
}

export interface Survey {
  /** Asks every server. Throws conflict where no directory is in use. */
  checkServers(): Promise<ServerSurvey[]>;
  /** People in whose names or addresses a text is, at most 50. Throws as checkServers, unavailable where no server answers. */
  search(contains: string): Promise<Person[]>;
}

const foundMax = 50;
const groupsCounted = 500;

export function createSurvey(site: SiteService, servers: DirectoryServers): Survey {
  return {
    async checkServers() {
      const settings = await requireDirectory(site);
      return Promise.all(serverUrls(settings).map((server) => checkServer(servers, settings, server)));
    },
    async search(contains) {
      const settings = await requireDirectory(site);
      return servers.run(settings, (connection) => searchPeople(connection, settings, contains, foundMax));
    },
  };
}

async function checkServer(servers: DirectoryServers, settings: Settings, server: string): Promise<ServerSurvey> {
  try {
    const { people, groups } = await servers.runOn(settings, server, (connection) => lookAt(connection, settings));
    return { server, people, groups, ...(people.length === 0 ? { problem: 'shows nobody' } : {}) };
  } catch (error) {
    return { server, people: [], groups: 0, problem: error instanceof Error ? error.message : String(error) };
  }
}

async function lookAt(connection: Connection, settings: Settings): Promise<{ people: Person[]; groups: number }> {
  const { member, groupName } = attributesOf(settings);
  let people: Person[] = [];
  for await (const page of peoplePages(connection, settings)) {
    people = page;
    if (page.length > 0) break;
  }
  const groups = await connection.list(
    {
      base: groupBase(settings),
      scope: 'sub',
      condition: { attribute: member, isPresent: true },
      attributes: [groupName],
    },
    groupsCounted,
  );
  return { people, groups: groups.length };
}
