// What is left to do on a new site, for its administrators.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { changePreference, preferencesQuery } from '../../platform/preferences/preferences.ts';
import { useSite } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Link } from '../../ui/link.tsx';
import type { LinkProps } from '../../ui/link.tsx';
import ui from '../../ui/ui.module.css';
import css from './home.module.css';

const httpsHelp = '/docs/operations.html#behind-a-proxy';
const dismissed = { key: 'setup_checklist', value: 'dismissed' };

/** Nothing once all is done, and for a person who has dismissed it. */
export function SetupChecklist(): ReactNode {
  const site = useSite();
  const queryClient = useQueryClient();
  const { submit } = useSubmit({ errors: 'toast' });
  const { data: preferences } = useQuery(preferencesQuery);
  const isOpen =
    preferences !== undefined &&
    !preferences.some(({ key, value }) => key === dismissed.key && value === dismissed.value);
  const { data: summary } = useQuery({
    queryKey: ['/admin/summary'],
    queryFn: () => take(api.GET('/admin/summary')),
    enabled: isOpen,
  });
  if (!isOpen || summary === undefined) return null;
  const steps: { label: string; link: LinkProps | { href: string }; isDone: boolean }[] = [
    { label: t('home.setup.people'), link: { to: '/admin/accounts' }, isDone: summary.accounts.active > 1 },
    { label: t('home.setup.project'), link: { to: '/projects/new' }, isDone: summary.projects.active > 0 },
    { label: t('home.setup.mail'), link: { to: '/first-start', search: { step: 'mail' } }, isDone: site.sends_mail },
    { label: t('home.setup.https'), link: { href: httpsHelp }, isDone: location.protocol === 'https:' },
    { label: t('home.setup.backup'), link: { to: '/admin/backups' }, isDone: summary.last_backup !== null },
  ];
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  if (doneCount === steps.length) return null;
  return (
    <section className={`${css.section} ${css.setup}`} aria-labelledby="setup-title">
      <div className={css.head}>
        <h2 id="setup-title">
          {t('home.setup')}{' '}
          <span className={`${ui.faint} ${ui.small}`}>
            {t('home.setup.progress', { done: doneCount, count: steps.length })}
          </span>
        </h2>
        <Button tone="quiet" onPress={() => void submit(() => changePreference(queryClient, dismissed))}>
          {t('home.setup.dismiss')}
        </Button>
      </div>
      <ul className={css.requests}>
        {steps.map(({ label, link, isDone }) => (
          <li key={label} className={css.request}>
            {isDone ? <span>{label}</span> : <Link {...link}>{label}</Link>}
            <span className={`${ui.faint} ${ui.small}`}>{t(isDone ? 'home.setup.done' : 'home.setup.open')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
