// Which accounts may act.
import type { Settings } from '../../../settings/index.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { UserRow } from './people.store.ts';

/** Active and restricted accounts may act; others exist in name only. */
export const isUsableAccount = (user: Pick<UserRow, 'status'> | undefined): boolean =>
  user?.status === 'A' || user?.status === 'R';

/** Whether the password of an account is the directory's: it is linked, and the directory is in use. */
export const isJudgedByDirectory = (user: Pick<UserRow, 'ldap_id'>, settings: Settings): boolean =>
  settings.sys_auth_type === 'ldap' && user.ldap_id !== '';

const accountStates = { A: 'active', R: 'restricted', S: 'suspended', P: 'pending', D: 'deleted' } as const;

/** As nameState, for a sentence. */
export const sayState = ({ status }: Pick<UserRow, 'status'>): Said => sayings[status];

const sayings: Readonly<Record<UserRow['status'], Said>> = {
  A: says('account-state.active')`active`,
  R: says('account-state.restricted')`restricted`,
  S: says('account-state.suspended')`suspended`,
  P: says('account-state.pending')`pending`,
  D: says('account-state.deleted')`deleted`,
};

/** `suspended` and the like. */
export const nameState = (user: Pick<UserRow, 'status'>): string => accountStates[user.status];

/** The address of an account where something proves that it is theirs, else empty: it may be somebody else's. */
export const provenEmailOf = ({
  email,
  is_email_proven: isProven,
}: Pick<UserRow, 'email' | 'is_email_proven'>): string => (isProven === 1 ? email : '');
