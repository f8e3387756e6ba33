// Which accounts may act.
import type { UserRow } from './people.store.ts';

/** Active and restricted accounts may act; others exist in name only. */
export const isUsableAccount = (user: Pick<UserRow, 'status'> | undefined): boolean =>
  user?.status === 'A' || user?.status === 'R';

const accountStates = { A: 'active', R: 'restricted', S: 'suspended', P: 'pending', D: 'deleted' } as const;

/** `suspended` and the like. */
export const nameState = (user: Pick<UserRow, 'status'>): string => accountStates[user.status];
