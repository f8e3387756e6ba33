// The pages of the settings of a project and of the site, with what they are called. Their texts are loaded before.
import { t } from '../../platform/i18n.ts';

export const listProjectPages = () =>
  [
    { to: '/projects/$project/administration', label: t('admin.details'), group: t('admin.group.project') },
    { to: '/projects/$project/administration/services', label: t('admin.services'), group: t('admin.group.project') },
    { to: '/projects/$project/administration/planning', label: t('plans.tab'), group: t('admin.group.project') },
    { to: '/projects/$project/administration/labels', label: t('admin.labels'), group: t('admin.group.project') },
    { to: '/projects/$project/administration/members', label: t('admin.members'), group: t('admin.group.people') },
    { to: '/projects/$project/administration/groups', label: t('admin.groups'), group: t('admin.group.people') },
    { to: '/projects/$project/administration/rights', label: t('admin.rightsTab'), group: t('admin.group.people') },
    {
      to: '/projects/$project/administration/notifications',
      label: t('admin.toldTab'),
      group: t('admin.group.people'),
    },
    {
      to: '/projects/$project/administration/references',
      label: t('services.references'),
      group: t('admin.group.integrations'),
    },
    {
      to: '/projects/$project/administration/webhooks',
      label: t('admin.webhooks'),
      group: t('admin.group.integrations'),
    },
    { to: '/projects/$project/administration/archive', label: t('admin.archiveTab'), group: t('admin.group.data') },
    { to: '/projects/$project/administration/history', label: t('admin.history'), group: t('admin.group.data') },
  ] as const;

export const listSitePages = () =>
  [
    { to: '/admin', label: t('admin.overview'), group: t('admin.group.site') },
    { to: '/admin/settings', label: t('admin.settings'), group: t('admin.group.site') },
    { to: '/admin/look', label: t('admin.look'), group: t('admin.group.site') },
    { to: '/admin/texts', label: t('admin.texts'), group: t('admin.group.site') },
    { to: '/admin/banner', label: t('admin.banner'), group: t('admin.group.site') },
    { to: '/admin/accounts', label: t('admin.accounts'), group: t('admin.group.projects') },
    { to: '/admin/projects', label: t('admin.projects'), group: t('admin.group.projects') },
    { to: '/admin/templates', label: t('creation.templates'), group: t('admin.group.projects') },
    { to: '/admin/categories', label: t('services.categories'), group: t('admin.group.projects') },
    { to: '/admin/project-fields', label: t('creation.fields'), group: t('admin.group.projects') },
    { to: '/admin/link-types', label: t('linkTypes.title'), group: t('admin.group.projects') },
    { to: '/admin/server', label: t('admin.server'), group: t('admin.group.operation') },
    { to: '/admin/work', label: t('admin.work'), group: t('admin.group.operation') },
    { to: '/admin/storage', label: t('storage.title'), group: t('admin.group.operation') },
    { to: '/admin/backups', label: t('admin.backups'), group: t('admin.group.operation') },
    { to: '/admin/audit', label: t('admin.history'), group: t('admin.group.operation') },
  ] as const;
