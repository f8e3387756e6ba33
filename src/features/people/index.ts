// People. Its rooms, each of which uses those before it:
// accounts/     rows of accounts, and how they are shown
// passwords/    hashing, judging and strength of passwords
// credentials/  who a password, token, key or cookie proves, and how guessing is slowed
// recovery/     links in mails: a forgotten password, another address
// signing-in/   routes about tokens, sessions, keys and passwords
// changing/     making and changing accounts
// preferences/  what people choose for themselves, pictures included

import './credentials/credentials.tables.ts';
import './accounts/people.tables.ts';

export type { UserChange } from './accounts/account-facts.ts';
export { createUser } from './changing/account-saving.ts';
export { isUsername } from './accounts/account-facts.ts';
export { createDirectoryAccounts, directoryActor } from './changing/directory-accounts.ts';
export type { DirectoryAccounts, DirectoryPerson } from './changing/directory-accounts.ts';
export { createPeople } from './people.service.ts';
export type { People } from './people.service.ts';
export { renewSearchTexts } from './accounts/name-folding.ts';
export { isUsableAccount, provenEmailOf } from './accounts/account-state.ts';
export type { DirectorySignIn } from './passwords/password-judge.ts';
export { describeWeakness, passwordLengthMin } from './passwords/password-strength.ts';
export { MinimalUser, Registration, User } from './accounts/people.schema.ts';
export {
  findUserByName,
  listDelegations,
  listDelegationsOf,
  listPreferencesOf,
  countAccounts,
  hasAccounts,
  listUsersByIds,
  listUsersByAddress,
  listUsersByKeys,
  proveEmail,
} from './accounts/people.store.ts';
export {
  mailFormatPreference,
  textFormatPreference,
  mentionsPreference,
  ownChangesPreference,
  pullRequestMailsPreference,
} from './preferences/preferences.service.ts';
export type { UserRow } from './accounts/people.store.ts';
export type { UserStatus } from './accounts/people.tables.ts';
export { avatarUrl, displayName, lastSystemUserId, viewMinimalUser, viewUser } from './accounts/people.view.ts';
export { requireFewAsks } from './credentials/ask-bounds.ts';
export { hashSecret } from './credentials/credentials.ts';
export { makeLinkText } from './recovery/links.ts';
export { requireAccountRights } from './credentials/managed-accounts.ts';
export { networkOf } from './credentials/sign-in-guard.ts';
export { requireKnownSiteAdmin, requireSiteAdmin } from '../audit/index.ts';
export { nameLastingCredentials } from './credentials/sent-credentials.ts';
export { actorOf, requireUser } from './credentials/sign-in.ts';
export type { Caller, SignIn } from './credentials/sign-in.ts';
export { createPeopleFeature } from './feature.ts';
export type { PeopleFeature } from './feature.ts';
export { listSshKeyOwners } from './credentials/ssh-keys.store.ts';
export { passMinutes } from './signing-in/ssh-keys.service.ts';
export type { SshKeys } from './signing-in/ssh-keys.service.ts';
export { passwordLengthMax } from './passwords/passwords.ts';
export { UserId } from './accounts/people.schema.ts';
export { requireOwn } from './preferences/own-account.ts';
export { delegationCommands } from './delegations.commands.ts';
export { passwordCommands } from './passwords.commands.ts';
