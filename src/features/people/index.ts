import './people.tables.ts';

export { createPeople, createUser } from './people.service.ts';
export type { People, UserChange } from './people.service.ts';
export { describeWeakness } from './passwords.ts';
export { peopleRoutes } from './people.routes.ts';
export { MinimalUser, User } from './people.schema.ts';
export { findUserByName, listUsersByIds, listUsersByKeys } from './people.store.ts';
export type { UserRow } from './people.store.ts';
export type { UserStatus } from './people.tables.ts';
export { avatarUrl, displayName, viewMinimalUser, viewUser } from './people.view.ts';
export { tokenRoutes } from './tokens.routes.ts';
export { actorOf, createSignIn, requireUser } from './sign-in.ts';
export type { Caller, SignIn } from './sign-in.ts';
export { isUsableAccount } from './credentials.ts';
