// Reads users.xml: the accounts that project.xml refers to.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { ArchiveUser } from '../model/archive-model.ts';
import { defineShape, matchShape, parseWholeNumber, readChild, readText } from '../xml/xml-shape.ts';
import { faultAt } from '../xml/xml-tree.ts';
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

const refuseDuplicate = (
  file: string,
  users: readonly ArchiveUser[],
  what: Said,
  keyOf: (user: ArchiveUser) => string,
): void => {
  const lines = new Map<string, number>();
  for (const user of users) {
    const key = keyOf(user);
    const first = lines.get(key);
    if (key !== '' && first !== undefined)
      throw invalid(
        says(
          'archive.key-taken',
        )`${file}, line ${user.line}, <user>: the ${what} \`${key}\` is already taken by line ${first}`,
      );
    lines.set(key, user.line);
  }
};

/** Users in document order. Throws invalid for a missing or unknown element, or a doubled id, name or LDAP id. */
export const readUsers = (root: XmlElement): ArchiveUser[] => {
  if (root.name !== 'users') throw faultAt(root, says('archive-xml.root-users')`the root element must be <users>`);
  matchShape(root, USERS);
  const users = root.children.map(readUser);
  refuseDuplicate(root.file, users, says('archive.user-id')`id`, (user) => String(user.id));
  refuseDuplicate(root.file, users, says('archive.user-name')`user name`, (user) => user.username);
  refuseDuplicate(root.file, users, says('archive.ldap-id')`LDAP id`, (user) => user.ldapId);
  return users;
};
