// The pages of the settings of a project and of the site, with what they are called. Their texts are loaded before.
import { t } from '../../platform/i18n.ts';

export const listProjectPages = () =>
  [
    { to: '/projects/$project/administration', label: t('admin.details') },
    { to: '/projects/$project/administration/members', label: t('admin.members') },
    { to: '/projects/$project/administration/groups', label: t('admin.groups') },
    { to: '/projects/$project/administration/rights', label: t('admin.rightsTab') },
    { to: '/projects/$project/administration/notifications', label: t('admin.toldTab') },
    { to: '/projects/$project/administration/services', label: t('admin.services') },
    { to: '/projects/$project/administration/planning', label: t('plans.tab') },
    { to: '/projects/$project/administration/labels', label: t('admin.labels') },
    { to: '/projects/$project/administration/references', label: t('services.references') },
    { to: '/projects/$project/administration/webhooks', label: t('admin.webhooks') },
    { to: '/projects/$project/administration/archive', label: t('admin.archiveTab') },
    { to: '/projects/$project/administration/history', label: t('admin.history') },
  ] as const;

export const listSitePages = () =>
  [
    { to: '/admin', label: t('admin.overview') },
    { to: '/admin/accounts', label: t('admin.accounts') },
    { to: '/admin/projects', label: t('admin.projects') },
    { to: '/admin/templates', label: t('creation.templates') },
    { to: '/admin/categories', label: t('services.categories') },
    { to: '/admin/project-fields', label: t('creation.fields') },
    { to: '/admin/link-types', label: t('linkTypes.title') },
    { to: '/admin/storage', label: t('storage.title') },
    { to: '/admin/settings', label: t('admin.settings') },
    { to: '/admin/look', label: t('admin.look') },
    { to: '/admin/texts', label: t('admin.texts') },
    { to: '/admin/server', label: t('admin.server') },
    { to: '/admin/work', label: t('admin.work') },
    { to: '/admin/backups', label: t('admin.backups') },
    { to: '/admin/audit', label: t('admin.history') },
    { to: '/admin/banner', label: t('admin.banner') },
  ] as const;
