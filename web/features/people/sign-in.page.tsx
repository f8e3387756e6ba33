import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useSite } from '../../platform/session.ts';
import { Page } from '../../ui/things.tsx';
import css from '../../ui/ui.module.css';
import { SignInForm } from './sign-in-form.tsx';

const route = getRouteApi('/sign-in');

export function SignInPage(): ReactNode {
  const { next = '/' } = route.useSearch();
  const site = useSite();
  return (
    <Page title={t('people.signInTo', { site: site.name })} isNarrow>
      <div className={`${css.card} ${css.cardBody}`}>
        {/* A new document, so that texts are in the language of the account. */}
        <SignInForm onDone={() => location.assign(next)} />
      </div>
    </Page>
  );
}
