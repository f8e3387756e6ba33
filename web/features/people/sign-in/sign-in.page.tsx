import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSite } from '../../../platform/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import { pageAfterSignIn } from './first-time.ts';
import { Gate } from './gate.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { Link } from '../../../ui/link.tsx';

/** Whether an address gives a file or data: a browser may keep the page that leads there. */
const isDownload = (address: string): boolean =>
  /^\/(?:(?:api|plugins|uploads)\/|(?:svn-)?repositories\/\d+\/(?:raw|archive)\b)/.test(address);

const route = getRouteApi('/sign-in');

export function SignInPage(): ReactNode {
  const { next = '/' } = route.useSearch();
  const site = useSite();
  const [isDownloading, setDownloading] = useState(false);
  const goOn = async (): Promise<void> => {
    const page = await pageAfterSignIn(next);
    setDownloading(isDownload(page));
    // A new document, so that texts are in the language of the account.
    location.assign(page);
  };
  if (isDownloading)
    return (
      <Gate title={t('people.signInTo', { site: site.name })}>
        <Notice kind="success">{t('account.downloading')}</Notice>
        {/* This document was made for nobody. */}
        <ButtonLink to="/" reloadDocument>
          {t('account.toHome')}
        </ButtonLink>
      </Gate>
    );
  return (
    <Gate
      title={t('people.signInTo', { site: site.name })}
      foot={
        site.registration.is_open ? (
          <p>
            {t('account.noAccount')} <Link to="/register">{t('account.register')}</Link>
          </p>
        ) : undefined
      }
    >
      <SignInForm onDone={() => void goOn()} />
    </Gate>
  );
}
