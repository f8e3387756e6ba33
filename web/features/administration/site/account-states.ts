// The states of accounts: how they look, and what can become of each.
import { t } from '../../../platform/i18n.ts';

export const accountStates = ['A', 'R', 'S', 'P', 'D'] as const;
export type AccountState = (typeof accountStates)[number];

export const stateColours: Readonly<Record<AccountState, string>> = {
  A: 'neon-green',
  R: 'graffiti-yellow',
  S: 'fiesta-red',
  P: 'lake-placid-blue',
  D: 'inca-silver',
};

export const isState = (text: unknown): text is AccountState => accountStates.some((one) => one === text);

/** What can become of an account, by what it is. */
export const nextStates: Readonly<Record<AccountState, readonly AccountState[]>> = {
  A: ['S', 'D'],
  R: ['A', 'S', 'D'],
  S: ['A', 'D'],
  P: ['A', 'D'],
  D: ['A'],
};

export const nameStep = (from: AccountState, to: AccountState): string =>
  from === 'P' && to === 'A' ? t('admin.approve') : t(`admin.to.${to}`);
