// The pages of one's own account: a list at the side, the chosen one beside it.
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { showCurrent } from '../../../ui/show-current.ts';
import { Empty } from '../../../ui/states.tsx';
import { Avatar, Page } from '../../../ui/things.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../people.module.css';

export function AccountLayout(): ReactNode {
  const self = useSelf();
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(row.current), [pathname]);
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
  const pages = [
    { to: '/account', label: t('account.profile') },
    { to: '/account/appearance', label: t('account.appearance') },
    { to: '/account/editing', label: t('account.editing') },
    { to: '/account/notifications', label: t('account.notifications') },
    { to: '/account/keys', label: t('account.keys') },
    { to: '/account/security', label: t('account.security') },
    { to: '/account/shortcuts', label: t('account.shortcuts') },
  ] as const;
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
      <div className={css.account}>
        <nav ref={row} aria-label={t('people.account')} className={css.side}>
          <ul>
            {pages.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={css.sideLink ?? ''} activeOptions={{ exact: true }}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={`${ui.stack} ${css.accountBody}`}>
          <Outlet />
        </div>
      </div>
    </Page>
  );
}
