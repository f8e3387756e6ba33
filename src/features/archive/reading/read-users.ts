// Reads users.xml: the accounts that project.xml refers to.
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { ArchiveUser } from '../model/archive-model.ts';
import { defineShape, findChildren, matchShape, parseWholeNumber, readChild, readText } from '../xml/xml-shape.ts';
import { faultAt, tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const USERS = defineShape({ children: 'user*' });
const USER = defineShape({ children: 'id username realname email ldapid' });

const readUser = (element: XmlElement): ArchiveUser => {
  matchShape(element, USER);
  const readPart = (name: string): string => readText(readChild(element, name)).trim();
  const username = readPart('username');
  if (username === '') throw faultAt(readChild(element, 'username'), says('archive-xml.no-name')`the name is empty`);
  return {
    id: parseWholeNumber(readChild(element, 'id'), says('archive-xml.id')`the id`, readPart('id')),
    username,
    realName: readPart('realname'),
    email: readPart('email'),
    ldapId: readPart('ldapid'),
    line: element.line,
  };
};

/** All but those whose key somebody before them has; `tell` hears of each. */
function withoutDoubles(
  users: readonly ArchiveUser[],
  keyOf: (user: ArchiveUser) => string,
  tell: (user: ArchiveUser, first: ArchiveUser) => void,
): ArchiveUser[] {
  const known = new Map<string, ArchiveUser>();
  return users.filter((user) => {
    const key = keyOf(user);
    const first = known.get(key);
    if (key === '' || first === undefined) known.set(key, user);
    else tell(user, first);
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
  matchShape(root, USERS);
  const tell =
    (sentence: (key: string, line: number) => Said, keyOf: (user: ArchiveUser) => string) =>
    (user: ArchiveUser, first: ArchiveUser): void =>
      tolerate({ ...root, name: 'user', line: user.line }, sentence(keyOf(user), first.line));
  const named = withoutDoubles(
    findChildren(root, 'user').map(readUser),
    (user) => user.username,
    tell(
      (name, line) => says('archive.name-taken')`the user name \`${name}\` is already taken by line ${line}`,
      (user) => user.username,
    ),
  );
  const known = new Set(
    withoutDoubles(
      named,
      (user) => user.ldapId,
      tell(
        (id, line) => says('archive.ldap-taken')`the LDAP id \`${id}\` is already taken by line ${line}`,
        (user) => user.ldapId,
      ),
    ),
  );
  return named.map((user) => (known.has(user) ? user : { ...user, ldapId: '' }));
};
