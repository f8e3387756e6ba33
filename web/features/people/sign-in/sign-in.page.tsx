import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSite } from '../../../platform/session.ts';
import { placeAfterSignIn } from './first-time.ts';
import { Gate } from './gate.tsx';
import { SignInForm } from './sign-in-form.tsx';

const route = getRouteApi('/sign-in');

export function SignInPage(): ReactNode {
  const { next = '/' } = route.useSearch();
  const site = useSite();
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
      {/* A new document, so that texts are in the language of the account. */}
      <SignInForm onDone={() => void placeAfterSignIn(next).then((place) => location.assign(place))} />
    </Gate>
  );
}
