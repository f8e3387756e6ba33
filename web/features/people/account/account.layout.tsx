// The pages of one's own account: a list at the side, the chosen one beside it.
import { Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { SidePages } from '../../../ui/layout/side-pages.tsx';
import { Empty } from '../../../ui/feedback/async-states.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { listAccountPages } from './account-pages.ts';
import css from '../people.module.css';

export function AccountLayout(): ReactNode {
  const self = useSelf();
  const { pathname } = useLocation();
  if (self === undefined)
    return (
      <Page title={t('people.account')} isNarrow>
        <Empty title={t('people.signInFirst')}>
          <ButtonLink to="/sign-in" search={{ next: pathname }} tone="primary">
            {t('people.signIn')}
          </ButtonLink>
        </Empty>
      </Page>
    );
  const pages = listAccountPages();
  const current = pages.find(({ to }) => to === pathname.replace(/\/$/, '')) ?? pages[0];
  return (
    <Page
      title={current.label}
      heading={
        <span className={css.accountHead}>
          <Avatar person={self} size={36} />
          <span>
            {self.real_name ?? self.username}
            <span className={css.accountName}>{self.username}</span>
          </span>
        </span>
      }
      actions={
        <ButtonLink to="/users/$name" params={{ name: self.username }}>
          {t('account.asOthersSee')}
        </ButtonLink>
      }
    >
      <SidePages label={t('people.account')} pages={pages.map(({ to, label }) => ({ link: { to }, label }))} isNarrow>
        <Outlet />
      </SidePages>
    </Page>
  );
}
