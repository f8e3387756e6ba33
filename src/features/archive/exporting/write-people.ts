// Writes users.xml and the elements that name a user.
import { xmlDeclaration } from '../../../platform/texts/xml-text.ts';
import type { UserReference } from '../model/artifact-model.ts';
import type { ArchiveUser } from '../model/archive-model.ts';
import { element, leaf } from '../xml/xml-element.ts';

/** `<submitted_by format="username">…`, or another element of that form. */
export const writeUserReference = (name: string, { format, value, isAnonymous }: UserReference): string =>
  leaf(name, value, { format, is_anonymous: isAnonymous ? true : undefined });

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
