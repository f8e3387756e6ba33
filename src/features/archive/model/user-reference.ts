// The elements that name a user, and whom they mean in users.xml.
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { UserReference } from './artifact-model.ts';
import type { ArchiveUser } from './archive-model.ts';
import { person, shapeOf } from '../xml/outcome.ts';
import { matchShape, readSwitch, readWord } from '../xml/xml-shape.ts';
import { leaf } from '../xml/xml-element.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const shape = shapeOf(person(''), { text: true });

/** The pseudo user that stands for nobody. */
const NOBODY = 'None';

/** Reads `<submitted_by format="username">…`; the name is trimmed. */
export const readUserReference = (element: XmlElement): UserReference => {
  matchShape(element, shape);
  return {
    format: readWord(element, 'format', ['username', 'ldap', 'id', 'email']),
    value: element.text.trim(),
    isAnonymous: readSwitch(element, 'is_anonymous', false),
    line: element.line,
  };
};

/** `<submitted_by format="username">…`, or another element of that form. */
export const writeUserReference = (name: string, { format, value, isAnonymous }: UserReference): string =>
  leaf(name, value, { format, is_anonymous: isAnonymous ? true : undefined });

export interface UserDirectory {
  readonly username: ReadonlyMap<string, ArchiveUser>;
  readonly ldap: ReadonlyMap<string, ArchiveUser>;
  readonly id: ReadonlyMap<string, ArchiveUser>;
}

/** Indexes users.xml for `findArchiveUser`. An id that two people have names neither. */
export const createUserDirectory = (users: readonly ArchiveUser[]): UserDirectory => ({
  username: new Map(users.map((user) => [user.username, user])),
  ldap: new Map(users.filter((user) => user.ldapId !== '').map((user) => [user.ldapId, user])),
  id: new Map(
    [...Map.groupBy(users, (user) => String(user.id))].flatMap(([id, own]) =>
      own.length === 1 ? own.map((user) => [id, user] as const) : [],
    ),
  ),
});

export type FoundUser =
  | { readonly kind: 'archive-user'; readonly user: ArchiveUser }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'e-mail'; readonly email: string };

/**
 * Whom a reference means: a user of users.xml, nobody (`None`), or the bearer of an e-mail address, whom only the
 * platform knows. Undefined when users.xml doesn't hold the user.
 */
export const findArchiveUser = (directory: UserDirectory, reference: UserReference): FoundUser | undefined => {
  if (reference.format === 'email') return { kind: 'e-mail', email: reference.value };
  const user = directory[reference.format].get(reference.value);
  if (user !== undefined) return { kind: 'archive-user', user };
  return reference.format === 'username' && reference.value === NOBODY ? { kind: 'nobody' } : undefined;
};

/** Says that `what`, such as the author, is nobody of users.xml. */
export const describeUnlisted = (what: Said, { value, format }: UserReference): Said =>
  says('left.no-user')`${what} is the user \`${value}\` (${format}), who is not in users.xml`;

/** The same of who did something that is imported nevertheless. */
export const describeUnlistedAuthor = (what: Said, { value, format }: UserReference): Said =>
  says(
    'left.no-author',
  )`${what} is the user \`${value}\` (${format}), who is not in users.xml; it is imported without an account, under this name`;
