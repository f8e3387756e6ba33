// The administration of the site: its pages at the side, for site administrators; who manages accounts alone has the pages of accounts.
import { Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { NoAccess } from '../../../ui/no-access/no-access.tsx';
import { SidePages } from '../../../ui/layout/side-pages.tsx';
import { Page } from '../../../ui/layout/page.tsx';

export function SiteAdministrationLayout(): ReactNode {
  const self = useSelf();
  const title = t('admin.site');
  const { pathname } = useLocation();
  const isAdministrator = self?.is_site_admin === true;
  const isOpen =
    isAdministrator || (self?.manages_accounts === true && /^\/admin(?:\/accounts(?:\/|$)|\/?$)/.test(pathname));
  if (!isOpen) return <NoAccess title={title} />;
  const accounts = { link: { to: '/admin/accounts' }, label: t('admin.accounts') } as const;
  const pages = [
    { link: { to: '/admin' }, label: t('admin.overview') },
    accounts,
    { link: { to: '/admin/projects' }, label: t('admin.projects') },
    { link: { to: '/admin/templates' }, label: t('creation.templates') },
    { link: { to: '/admin/categories' }, label: t('services.categories') },
    { link: { to: '/admin/project-fields' }, label: t('creation.fields') },
    { link: { to: '/admin/link-types' }, label: t('linkTypes.title') },
    { link: { to: '/admin/storage' }, label: t('storage.title') },
    { link: { to: '/admin/settings' }, label: t('admin.settings') },
    { link: { to: '/admin/look' }, label: t('admin.look') },
    { link: { to: '/admin/texts' }, label: t('admin.texts') },
    { link: { to: '/admin/server' }, label: t('admin.server') },
    { link: { to: '/admin/work' }, label: t('admin.work') },
    { link: { to: '/admin/backups' }, label: t('admin.backups') },
    { link: { to: '/admin/audit' }, label: t('admin.history') },
    { link: { to: '/admin/banner' }, label: t('admin.banner') },
  ] as const;
  return (
    <Page title={title}>
      <SidePages label={title} pages={isAdministrator ? pages : [accounts]}>
        <Outlet />
      </SidePages>
    </Page>
  );
}
