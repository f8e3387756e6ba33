// Who is in a group of the directory: by distinguished names (groupOfNames, groupOfUniqueNames), by user names (posixGroup), and by the
// chain of Active Directory.
import { says } from '../../platform/texts/said.ts';
import type { Said } from '../../platform/texts/said.ts';
import type { Settings } from '../../settings/index.ts';
import type { Connection, Entry } from './connection.ts';
import { attributesOf, isActiveDirectory, knownMemberAttributes } from './directory-settings.ts';
import { personAttributes, readPeople, sameName, searchesForPeople } from './entries.ts';
import type { Person } from './entries.ts';

/** Some of the members of a group. */
export interface MemberPage {
  people: Person[];
  /** Of how many names neither a person nor a group could be read. */
  unread: number;
}

const isAnything = { attribute: 'objectClass', isPresent: true } as const;

const readEntry = async (
  connection: Connection,
  dn: string,
  attributes: readonly string[],
): Promise<Entry | undefined> =>
  (await connection.list({ base: dn, scope: 'base', condition: isAnything, attributes }, 1))[0];

const namesIn = (entry: Entry | undefined, attributes: readonly string[]): string[] =>
  attributes.flatMap((attribute) => entry?.values(attribute) ?? []).filter((name) => name !== '');

/**
 * Why the members of a group can't be told: they stand in another attribute than the settings name. undefined where they can. A group
 * that is being bound should not have its members by their primary group; one that is bound may lose all the others.
 */
export async function findMemberFault(
  connection: Connection,
  settings: Settings,
  dn: string,
  isBinding: boolean,
): Promise<Said | undefined> {
  const { members } = attributesOf(settings);
  const known = [...new Set([...members, ...knownMemberAttributes])];
  const group = await readEntry(connection, dn, [...known, primaryGroup]);
  if (namesIn(group, members).length > 0) return undefined;
  const named = known.find((attribute) => namesIn(group, [attribute]).length > 0);
  const other = named ?? (isBinding && (await isPrimaryGroup(connection, settings, group)) ? primaryGroup : undefined);
  return other === undefined
    ? undefined
    : says(
        'directory.members-elsewhere',
      )`the members of ${dn} are in "${other}", but sys_ldap_grp_member is "${members.join(', ')}"`;
}

/** The number of a posixGroup, and of the first group of people. */
const primaryGroup = 'gidNumber';

async function isPrimaryGroup(connection: Connection, settings: Settings, group: Entry | undefined): Promise<boolean> {
  const [equals] = group?.values(primaryGroup) ?? [];
  if (equals === undefined) return false;
  for (const search of searchesForPeople(settings, 'sub', { attribute: primaryGroup, equals }))
    if ((await connection.list(search, 1)).length > 0) return true;
  return false;
}

/** People in a group and in the groups below it, page by page; somebody in several of them may come several times. */
export const membersOf = (connection: Connection, settings: Settings, dn: string): AsyncGenerator<MemberPage> =>
  isActiveDirectory(settings)
    ? membersByChain(connection, settings, dn)
    : membersBySteps(connection, settings, dn, new Set());

async function* membersByChain(connection: Connection, settings: Settings, dn: string): AsyncGenerator<MemberPage> {
  const attribute = 'memberOf';
  const condition = {
    any: [
      { attribute, equals: dn },
      { attribute, leadsTo: dn },
    ],
  };
  let found = 0;
  for (const search of searchesForPeople(settings, 'sub', condition))
    for await (const entries of connection.pages(search)) {
      const people = readPeople(settings, entries);
      found += people.length;
      yield { people, unread: 0 };
    }
  if (found > 0) return;
  yield { people: [], unread: await countUnread(connection, settings, dn, new Set()) };
}

/** How many names in a group, and in the groups below it, are no group's: a person whom the chain does not find is somewhere else. */
async function countUnread(connection: Connection, settings: Settings, dn: string, seen: Set<string>): Promise<number> {
  seen.add(dn.toLowerCase());
  const { members } = attributesOf(settings);
  let unread = 0;
  for (const some of batchesOf(namesIn(await readEntry(connection, dn, members), members))) {
    const entries = await Promise.all(some.map((name) => readEntry(connection, name, groupAttributes(settings))));
    for (const entry of entries)
      if (entry === undefined || !isGroup(settings, entry)) unread += 1;
      else if (!seen.has(entry.dn.toLowerCase())) unread += await countUnread(connection, settings, entry.dn, seen);
  }
  return unread;
}

const groupClasses: ReadonlySet<string> = new Set(['group', 'groupofnames', 'groupofuniquenames', 'posixgroup']);

const groupAttributes = (settings: Settings): string[] => [
  ...new Set(['objectClass', ...attributesOf(settings).members, ...knownMemberAttributes]),
];

/** Whether an entry is a group whose members can be told; that may be none. */
function isGroup(settings: Settings, entry: Entry): boolean {
  if (namesIn(entry, attributesOf(settings).members).length > 0) return true;
  if (namesIn(entry, knownMemberAttributes).length > 0) return false;
  return entry.values('objectClass').some((name) => groupClasses.has(name.toLowerCase()));
}

/** Members of a group that are asked for together. */
const membersAtOnce = 50;

function* batchesOf<T>(items: readonly T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += membersAtOnce) yield items.slice(start, start + membersAtOnce);
}

/** A uniqueMember may have a number behind its name, which tells it from an earlier one: RFC 4517, 3.3.21. */
const withoutNumber = (name: string): string => name.replace(/#'[01]*'B$/, '');

/** `seen` holds the groups on the way, because groups may contain each other. */
async function* membersBySteps(
  connection: Connection,
  settings: Settings,
  dn: string,
  seen: Set<string>,
): AsyncGenerator<MemberPage> {
  seen.add(dn.toLowerCase());
  const { members } = attributesOf(settings);
  const attributes = [...personAttributes(settings), ...groupAttributes(settings)];
  const names = namesIn(await readEntry(connection, dn, members), members);
  const isDn = (name: string): boolean => name.includes('=');
  for (const usernames of batchesOf(names.filter((name) => !isDn(name))))
    yield await readByUsername(connection, settings, usernames);
  for (const some of batchesOf(names.filter(isDn).map(withoutNumber))) {
    const entries = await Promise.all(some.map((name) => readEntry(connection, name, attributes)));
    const found = entries.filter((entry) => entry !== undefined);
    const groups = found.filter((entry) => isGroup(settings, entry));
    const people = readPeople(settings, found);
    const read = new Set([...people.map((person) => person.dn), ...groups.map((group) => group.dn)]);
    yield { people, unread: some.length - found.filter((entry) => read.has(entry.dn)).length };
    for (const group of groups)
      if (!seen.has(group.dn.toLowerCase())) yield* membersBySteps(connection, settings, group.dn, seen);
  }
}

/** A name that several people have is nobody's. */
async function readByUsername(
  connection: Connection,
  settings: Settings,
  usernames: readonly string[],
): Promise<MemberPage> {
  const attribute = attributesOf(settings).username;
  const condition = { any: usernames.map((equals) => ({ attribute, equals })) };
  const found: Person[] = [];
  for (const search of searchesForPeople(settings, 'sub', condition))
    for await (const entries of connection.pages(search)) found.push(...readPeople(settings, entries));
  const people = usernames.flatMap((name) => {
    const [person, other] = found.filter(({ username }) => sameName(username, name));
    return person === undefined || other !== undefined ? [] : [person];
  });
  return { people, unread: usernames.length - people.length };
}
