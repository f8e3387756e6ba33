// People and groups as the directory has them.
import type { Settings } from '../../settings/index.ts';
import type { DirectoryPerson } from '../people/index.ts';
import { parseGuid } from './connection.ts';
import type { Connection, Entry, Search } from './connection.ts';
import {
  attributesOf,
  groupBase,
  isActiveDirectory,
  knownMemberAttributes,
  peopleBases,
  searchedAttributes,
} from './directory-settings.ts';
import type { Condition } from './filter.ts';

/** A person with the name of their entry. */
export interface Person extends DirectoryPerson {
  readonly dn: string;
  /** Whether the directory keeps them from signing in. */
  readonly isDisabled: boolean;
}

/** Flag ACCOUNTDISABLE of userAccountControl. */
const accountDisabled = 0x2;

export const personAttributes = (settings: Settings): string[] => {
  const { username, id, realName, email } = attributesOf(settings);
  return [username, id, realName, email, ...(isActiveDirectory(settings) ? ['userAccountControl'] : [])];
};

/** The person whom an entry describes; undefined for one without name or identity. */
function readPerson(settings: Settings, entry: Entry): Person | undefined {
  const names = attributesOf(settings);
  const [username = ''] = entry.values(names.username);
  const [ldapId = ''] = entry.values(names.id);
  if (username === '' || ldapId === '') return undefined;
  const [realName = ''] = entry.values(names.realName);
  const [email = ''] = entry.values(names.email);
  const flags = Number(entry.values('userAccountControl')[0] ?? 0);
  return { dn: entry.dn, ldapId, username, realName, email, isDisabled: (flags & accountDisabled) !== 0 };
}

export const readPeople = (settings: Settings, entries: readonly Entry[]): Person[] =>
  entries.flatMap((entry) => readPerson(settings, entry) ?? []);

/** In an Active Directory groups have account names, too. */
const amongPeople = (settings: Settings, condition: Condition): Condition =>
  isActiveDirectory(settings) ? { all: [{ attribute: 'objectClass', equals: 'user' }, condition] } : condition;

export const searchesForPeople = (settings: Settings, scope: 'one' | 'sub', condition: Condition): Search[] =>
  peopleBases(settings).map((base) => ({
    base,
    scope,
    condition: amongPeople(settings, condition),
    attributes: personAttributes(settings),
  }));

async function listPeople(
  connection: Connection,
  settings: Settings,
  condition: Condition,
  limit: number,
  scope: 'one' | 'sub' = 'sub',
): Promise<Person[]> {
  const found: Person[] = [];
  for (const search of searchesForPeople(settings, scope, condition))
    found.push(...readPeople(settings, await connection.list(search, limit)));
  return found.slice(0, limit);
}

/** Characters of a user name; the directory is not asked for longer ones. */
const nameMax = 255;

/** Whether the directory is asked for somebody of this name. */
export const isSearchableName = (name: string): boolean =>
  name.trim() !== '' && name.length <= nameMax && !/[\p{Cc}\p{Cs}]/u.test(name);

export const sameName = (one: string, other: string): boolean =>
  one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();

/**
 * The only person with a user name. The directory finds more than that, such as names with other blanks, which would be
 * other names to whoever counts failed sign-ins.
 */
export async function findPerson(
  connection: Connection,
  settings: Settings,
  username: string,
): Promise<Person | undefined> {
  const condition = { attribute: attributesOf(settings).username, equals: username };
  const [person, other] = await listPeople(connection, settings, condition, 2);
  const isExact = person !== undefined && sameName(person.username, username);
  return isExact && other === undefined ? person : undefined;
}

const syncedScope = (settings: Settings): 'one' | 'sub' => (settings.search_depth === 'onelevel' ? 'one' : 'sub');

/** The person with an identity among those whom `peoplePages` gives; undefined where they are gone. */
export async function findPersonById(
  connection: Connection,
  settings: Settings,
  ldapId: string,
): Promise<Person | undefined> {
  const { id: attribute } = attributesOf(settings);
  const equals = (attribute.toLowerCase() === 'objectguid' ? parseGuid(ldapId) : undefined) ?? ldapId;
  return (await listPeople(connection, settings, { attribute, equals }, 1, syncedScope(settings)))[0];
}

/** People in whose names or addresses a text is. */
export const searchPeople = (
  connection: Connection,
  settings: Settings,
  contains: string,
  limit: number,
): Promise<Person[]> =>
  listPeople(
    connection,
    settings,
    { any: searchedAttributes(settings).map((attribute) => ({ attribute, contains })) },
    limit,
  );

/** Everybody, page by page; `search_depth` says how deep. */
export async function* peoplePages(connection: Connection, settings: Settings): AsyncGenerator<Person[]> {
  const condition = { attribute: attributesOf(settings).username, isPresent: true } as const;
  for (const search of searchesForPeople(settings, syncedScope(settings), condition))
    for await (const entries of connection.pages(search)) yield readPeople(settings, entries);
}

/** The same as peoplePages with the names of the entries that have a user name and no identity. */
export async function* surveyPages(
  connection: Connection,
  settings: Settings,
): AsyncGenerator<{ people: Person[]; unnamed: string[] }> {
  const condition = { attribute: attributesOf(settings).username, isPresent: true } as const;
  for (const search of searchesForPeople(settings, syncedScope(settings), condition))
    for await (const entries of connection.pages(search)) {
      const unnamed = entries.filter((entry) => readPerson(settings, entry) === undefined).map(({ dn }) => dn);
      yield { people: readPeople(settings, entries), unnamed };
    }
}

/** The group that a distinguished name, or a plain one, names; undefined where there is none, or several. */
export async function findGroup(
  connection: Connection,
  settings: Settings,
  name: string,
): Promise<{ dn: string; label: string } | undefined> {
  const { groupName: attribute } = attributesOf(settings);
  const named = { attribute, equals: name } as const;
  const isDn = name.includes('=');
  const isGroup = { attribute: 'objectClass', equals: 'group' } as const;
  const byName = isActiveDirectory(settings) ? { all: [isGroup, named] } : named;
  const search: Search = {
    base: isDn ? name : groupBase(settings),
    scope: isDn ? 'base' : 'sub',
    condition: isDn ? { attribute: 'objectClass', isPresent: true } : byName,
    attributes: [attribute],
  };
  const [group, other] = await connection.list(search, 2);
  if (group === undefined || other !== undefined) return undefined;
  return { dn: group.dn, label: group.values(attribute)[0] ?? group.dn };
}

/** An entry that says who is in it, wherever it does. */
export const hasMembers = (settings: Settings): Condition => ({
  any: [...new Set([...attributesOf(settings).members, ...knownMemberAttributes])].map((attribute) => ({
    attribute,
    isPresent: true,
  })),
});

/** Names of groups in which a text is, in their order; one name may stand for several groups. */
export async function searchGroups(
  connection: Connection,
  settings: Settings,
  contains: string,
  limit: number,
): Promise<string[]> {
  const { groupName } = attributesOf(settings);
  const isGroup: Condition = isActiveDirectory(settings)
    ? { attribute: 'objectClass', equals: 'group' }
    : hasMembers(settings);
  const search: Search = {
    base: groupBase(settings),
    scope: 'sub',
    condition: { all: [isGroup, { attribute: groupName, contains }] },
    attributes: [groupName],
  };
  const found = await connection.list(search, limit);
  return [...new Set(found.flatMap((group) => group.values(groupName).slice(0, 1)))].sort();
}
