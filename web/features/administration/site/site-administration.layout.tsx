// The administration of the site: its pages at the side, for site administrators; who manages accounts alone has the pages of accounts.
import { Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { NoAccess } from '../../../ui/no-access/no-access.tsx';
import { SidePages } from '../../../ui/layout/side-pages.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { listSitePages } from '../settings-pages.ts';

export function SiteAdministrationLayout(): ReactNode {
  const self = useSelf();
  const title = t('admin.site');
  const { pathname } = useLocation();
  const isAdministrator = self?.is_site_admin === true;
  const isOpen =
    isAdministrator || (self?.manages_accounts === true && /^\/admin(?:\/accounts(?:\/|$)|\/?$)/.test(pathname));
  if (!isOpen) return <NoAccess title={title} />;
  const pages = listSitePages()
    .filter(({ to }) => isAdministrator || to === '/admin/accounts')
    .map(({ to, ...page }) => ({ link: { to }, ...page }));
  return (
    <Page title={title}>
      <SidePages label={title} pages={pages}>
        <Outlet />
      </SidePages>
    </Page>
  );
}
