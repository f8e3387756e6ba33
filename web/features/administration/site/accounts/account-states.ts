// The states of accounts: how they look, and what can become of each.
import { t } from '../../../../platform/i18n.ts';

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

type Next = Exclude<AccountState, 'P'>;

const nextStates: Readonly<Record<AccountState, readonly Next[]>> = {
  A: ['R', 'S', 'D'],
  R: ['A', 'S', 'D'],
  S: ['A', 'D'],
  P: ['A', 'R', 'D'],
  D: ['A'],
};

/** What can become of an account on a site of this access mode, which alone may have restricted ones. */
export const listNextStates = (from: AccountState, accessMode: string): readonly Next[] =>
  nextStates[from].filter((to) => to !== 'R' || accessMode === 'restricted');

export const nameStep = (from: AccountState, to: AccountState): string =>
  from === 'P' && to === 'A' ? t('admin.approve') : t(`admin.to.${to}`);
