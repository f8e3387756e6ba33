// Which person of the directory an account belongs to, for those who manage accounts.
import type { Database } from '../../platform/database/index.ts';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { listUsersByKeys, requireAccountRights } from '../people/index.ts';
import type { Caller, People } from '../people/index.ts';
import type { SiteService } from '../site/index.ts';
import type { DirectoryServers } from './connection.ts';
import { findPersonById, searchPeople } from './entries.ts';
import type { Person } from './entries.ts';
import { requireDirectory } from './sync.service.ts';

/** With the user name of the account that is theirs. */
export type FoundPerson = Person & { account: string | undefined };

export interface AccountLinks {
  /** Identity of the person in the directory; empty: nobody. Throws as People.readAccount. */
  read(caller: Caller, userId: number): Promise<string>;
  /**
   * People of the directory by a text in their names or addresses, at most 20, or the one with an identity. Throws forbidden,
   * conflict where no directory is in use, unavailable where no server answers.
   */
  find(caller: Caller, wanted: { contains: string } | { ldapId: string }): Promise<FoundPerson[]>;
  /** Throws as find and People.linkAs, and invalid for an identity that the directory does not know. */
  save(caller: Caller, userId: number, ldapId: string): Promise<void>;
  /** Throws as People.linkAs. */
  remove(caller: Caller, userId: number): Promise<void>;
}

/** People of one search. */
const foundMax = 20;

interface Deps {
  database: Database;
  people: Pick<People, 'readAccount' | 'linkAs'>;
  site: SiteService;
  servers: DirectoryServers;
}

export function createAccountLinks({ database, people, site, servers }: Deps): AccountLinks {
  const search = async (wanted: { contains: string } | { ldapId: string }): Promise<Person[]> => {
    const settings = await requireDirectory(site);
    return servers.run(settings, async (connection) => {
      if ('contains' in wanted) return searchPeople(connection, settings, wanted.contains, foundMax);
      return [await findPersonById(connection, settings, wanted.ldapId)].filter((person) => person !== undefined);
    });
  };
  return {
    read: async (caller, userId) => (await people.readAccount(caller, userId)).ldap_id,
    async find(caller, wanted) {
      requireAccountRights(caller);
      const found = await search(wanted);
      const ldapIds = found.map(({ ldapId }) => ldapId);
      const linked = await listUsersByKeys(database.read, { usernames: [], emails: [], ldapIds });
      const names = new Map(linked.map((user) => [user.ldap_id, user.username]));
      return found.map((person) => ({ ...person, account: names.get(person.ldapId) }));
    },
    async save(caller, userId, ldapId) {
      const user = await people.readAccount(caller, userId);
      if (user.ldap_id === ldapId) return;
      if ((await search({ ldapId })).length === 0)
        throw invalid(says('directory.nobody')`the directory has no user with the ID "${ldapId}"`, 'ldap_id');
      await people.linkAs(caller, userId, ldapId);
    },
    async remove(caller, userId) {
      const user = await people.readAccount(caller, userId);
      if (user.ldap_id !== '') await people.linkAs(caller, userId, '');
    },
  };
}
