// The administration of the site: its pages as tabs, for site administrators.
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { Closed } from '../../../ui/closed.tsx';
import { Page } from '../../../ui/things.tsx';
import { Tabs } from '../tabs.tsx';

export function SiteAdministrationLayout(): ReactNode {
  const self = useSelf();
  const title = t('admin.site');
  if (self?.is_site_admin !== true) return <Closed title={title} />;
  return (
    <Page title={title}>
      <Tabs
        label={title}
        pages={[
          { link: { to: '/admin' }, label: t('admin.accounts') },
          { link: { to: '/admin/projects' }, label: t('admin.projects') },
          { link: { to: '/admin/settings' }, label: t('admin.settings') },
          { link: { to: '/admin/look' }, label: t('admin.look') },
          { link: { to: '/admin/server' }, label: t('admin.server') },
          { link: { to: '/admin/work' }, label: t('admin.work') },
          { link: { to: '/admin/backups' }, label: t('admin.backups') },
          { link: { to: '/admin/audit' }, label: t('admin.history') },
          { link: { to: '/admin/banner' }, label: t('admin.banner') },
        ]}
      />
      <Outlet />
    </Page>
  );
}
