import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useSite } from '../../platform/session.ts';
import { Page } from '../../ui/things.tsx';
import css from '../../ui/ui.module.css';
import { signInRoute } from './people.routes.ts';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage(): ReactNode {
  const { next = '/' } = signInRoute.useSearch();
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
