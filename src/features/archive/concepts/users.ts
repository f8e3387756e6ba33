// users.xml: the accounts that project.xml refers to.
import { xmlDeclaration } from '../../../platform/texts/xml-text.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { ArchiveUser } from '../model/archive-model.ts';
import { shapeOf, stored, storedParts } from '../xml/outcome.ts';
import { element, leaf } from '../xml/xml-element.ts';
import { findChildren, matchShape, parseWholeNumber, readChild, readText } from '../xml/xml-shape.ts';
import { faultAt, tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const userOutcome = stored(
  'person: an account that is there, or a new one',
  storedParts({
    id: 'what project.xml may refer to',
    username: 'user name',
    realname: 'real name',
    email: 'e-mail address',
    ldapid: 'LDAP id',
  }),
);

/** `<users>`. */
export const usersOutcome = stored('list', { 'user*': userOutcome });

const shapes = { users: shapeOf(usersOutcome), user: shapeOf(userOutcome) };

const readUser = (found: XmlElement): ArchiveUser => {
  matchShape(found, shapes.user);
  const readPart = (name: string): string => readText(readChild(found, name)).trim();
  const username = readPart('username');
  if (username === '') throw faultAt(readChild(found, 'username'), says('archive-xml.no-name')`the name is empty`);
  return {
    id: parseWholeNumber(readChild(found, 'id'), says('archive-xml.id')`the ID`, readPart('id')),
    username,
    realName: readPart('realname'),
    email: readPart('email'),
    ldapId: readPart('ldapid'),
    line: found.line,
  };
};

/** All but those whose key somebody before them has; `tell` hears of each. */
function withoutDoubles(
  users: readonly ArchiveUser[],
  keyOf: (user: ArchiveUser) => string,
  warnOf: (user: ArchiveUser, first: ArchiveUser) => void,
): ArchiveUser[] {
  const known = new Map<string, ArchiveUser>();
  return users.filter((user) => {
    const key = keyOf(user);
    const first = known.get(key);
    if (key === '' || first === undefined) known.set(key, user);
    else warnOf(user, first);
    return key === '' || first === undefined;
  });
}

/**
 * Users in document order. Who has a user name that somebody before has is passed over, and an LDAP id that somebody before has is
 * nobody's, which is warned of where somebody hears it, and invalid where not; ids may come twice, see createUserDirectory. Throws
 * invalid for a missing element.
 */
export const readUsers = (root: XmlElement): ArchiveUser[] => {
  if (root.name !== 'users') throw faultAt(root, says('archive-xml.root-users')`the root element must be <users>`);
  matchShape(root, shapes.users);
  const warnOf =
    (sentence: (key: string, line: number) => Said, keyOf: (user: ArchiveUser) => string) =>
    (user: ArchiveUser, first: ArchiveUser): void =>
      tolerate({ ...root, name: 'user', line: user.line }, sentence(keyOf(user), first.line));
  const named = withoutDoubles(
    findChildren(root, 'user').map(readUser),
    (user) => user.username,
    warnOf(
      (name, line) => says('archive.name-taken')`the user name \`${name}\` is already used in line ${line}`,
      (user) => user.username,
    ),
  );
  const known = new Set(
    withoutDoubles(
      named,
      (user) => user.ldapId,
      warnOf(
        (id, line) => says('archive.ldap-taken')`the LDAP ID \`${id}\` is already used in line ${line}`,
        (user) => user.ldapId,
      ),
    ),
  );
  return named.map((user) => (known.has(user) ? user : { ...user, ldapId: '' }));
};

const writeUser = (user: ArchiveUser): string =>
  element('user', {}, [
    leaf('id', String(user.id)),
    leaf('username', user.username),
    leaf('realname', user.realName),
    leaf('email', user.email),
    leaf('ldapid', user.ldapId),
  ]);

export const writeUsersXml = (users: readonly ArchiveUser[]): string =>
  `${xmlDeclaration}${element('users', {}, users.map(writeUser))}\n`;
