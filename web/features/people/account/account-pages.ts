// The pages of one's own account, with what they are called. Their texts are loaded before.
import { t } from '../../../platform/i18n.ts';

export const listAccountPages = () =>
  [
    { to: '/account', label: t('account.profile') },
    { to: '/account/appearance', label: t('account.appearance') },
    { to: '/account/editing', label: t('account.editing') },
    { to: '/account/notifications', label: t('account.notifications') },
    { to: '/account/keys', label: t('account.keys') },
    { to: '/account/security', label: t('account.security') },
    { to: '/account/shortcuts', label: t('account.shortcuts') },
  ] as const;
