// Why nothing can be mailed, for pages of the administration that would.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSite } from '../../../platform/session.ts';
import { Notice } from '../../../ui/feedback/async-states.tsx';

/** Nothing where the site sends mail. */
export const MailOff = (): ReactNode => !useSite().sends_mail && <Notice>{t('admin.mailOff')}</Notice>;
