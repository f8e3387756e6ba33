import './people.tables.ts';

export type { UserChange } from './account-facts.ts';
export { createUser } from './account-saving.ts';
export { addAvatars } from './avatars.routes.ts';
export { delegationNames } from './delegations.service.ts';
export { createPeople } from './people.service.ts';
export type { People } from './people.service.ts';
export { describeWeakness } from './passwords.ts';
export { peopleRoutes } from './people.routes.ts';
export { MinimalUser, User } from './people.schema.ts';
export { findUserByName, listUsersByIds, listUsersByKeys } from './people.store.ts';
export type { UserRow } from './people.store.ts';
export type { UserStatus } from './people.tables.ts';
export { avatarUrl, displayName, viewMinimalUser, viewUser } from './people.view.ts';
export { tokenRoutes } from './tokens.routes.ts';
export { actorOf, createSignIn } from './sign-in.ts';
export type { Caller, SignIn } from './sign-in.ts';
export { isUsableAccount } from './credentials.ts';
