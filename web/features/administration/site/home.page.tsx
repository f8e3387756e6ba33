// The site at a glance: what waits for an administrator, with where it is done, and what there is.
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../platform/api.ts';
import { formatNumber, t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { summaryQuery } from '../site.queries.ts';
import { healthQuery, stateColours } from './health.ts';
import { Link } from '../../../ui/link.tsx';
import type { LinkProps } from '../../../ui/link.tsx';

type Summary = Schemas['SiteSummary'];

interface Wait {
  text: string;
  link: LinkProps;
  isUrgent: boolean;
}

/** What waits for a decision or went wrong, the latter first. */
function listWaits({ accounts, projects, jobs, mails, mail_messages: messages, last_backup: backup }: Summary): Wait[] {
  const wait = (count: number, text: string, link: LinkProps, isUrgent: boolean): Wait[] =>
    count === 0 ? [] : [{ text, link, isUrgent }];
  return [
    ...wait(jobs.failed, t('admin.waits.jobs', { count: jobs.failed }), { to: '/admin/work' }, true),
    ...wait(mails.failed, t('admin.waits.mails', { count: mails.failed }), { to: '/admin/work' }, true),
    ...wait(backup?.is_good === false ? 1 : 0, t('admin.waits.backup'), { to: '/admin/backups' }, true),
    ...wait(
      accounts.pending,
      t('admin.waits.accounts', { count: accounts.pending }),
      { to: '/admin/accounts', search: { status: 'P' } },
      false,
    ),
    ...wait(
      projects.pending,
      t('admin.waits.projects', { count: projects.pending }),
      { to: '/admin/projects', search: { status: 'pending' } },
      false,
    ),
    ...wait(messages.refused, t('admin.waits.messages', { count: messages.refused }), { to: '/admin/work' }, false),
  ];
}

function Waits({ summary }: { summary: Summary }): ReactNode {
  const { data: findings, error, refetch } = useQuery(healthQuery());
  const waits = listWaits(summary);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (findings === undefined) return <Loading lines={3} />;
  const doubts = findings.filter(({ state }) => state !== 'ok');
  if (waits.length + doubts.length === 0) return <Empty title={t('admin.nothingWaits')}>{t('admin.allWell')}</Empty>;
  return (
    <ul className={`${ui.card} ${css.findings} ${css.waits}`}>
      {waits.map(({ text, link, isUrgent }) => (
        <li key={text}>
          <Badge colour={stateColours[isUrgent ? 'wrong' : 'doubtful']}>
            {t(isUrgent ? 'admin.health.wrong' : 'admin.waiting')}
          </Badge>
          <Link {...link}>{text}</Link>
        </li>
      ))}
      {doubts.map(({ what, state, finding }) => (
        <li key={what}>
          <Badge colour={stateColours[state]}>{t(`admin.health.${state}`)}</Badge>
          <div>
            <Link to="/admin/server">{what}</Link>
            <p className={ui.soft}>{finding}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

const Count = ({ label, value, link }: { label: string; value: ReactNode; link?: LinkProps }): ReactNode => {
  const content = (
    <>
      <span className={ui.soft}>{label}</span>
      <strong>{value}</strong>
    </>
  );
  return (
    <li>
      {link === undefined ? (
        <div className={`${ui.card} ${css.count}`}>{content}</div>
      ) : (
        <Link className={`${ui.card} ${css.count}`} {...link}>
          {content}
        </Link>
      )}
    </li>
  );
};

const Counts = ({ accounts, projects, trackers, jobs, mails, last_backup: backup }: Summary): ReactNode => (
  <ul className={css.counts}>
    <Count
      label={t('admin.count.accounts')}
      value={formatNumber(accounts.active + accounts.restricted)}
      link={{ to: '/admin/accounts' }}
    />
    <Count label={t('admin.count.projects')} value={formatNumber(projects.active)} link={{ to: '/admin/projects' }} />
    <Count label={t('admin.count.trackers')} value={formatNumber(trackers)} />
    <Count label={t('admin.count.jobs')} value={formatNumber(jobs.waiting)} link={{ to: '/admin/work' }} />
    <Count label={t('admin.count.mails')} value={formatNumber(mails.waiting)} link={{ to: '/admin/work' }} />
    <Count
      label={t('admin.count.backup')}
      value={backup === null ? '–' : <When iso={backup.finished_on} />}
      link={{ to: '/admin/backups' }}
    />
  </ul>
);

function Overview(): ReactNode {
  const { data, error, refetch } = useQuery(summaryQuery);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={8} />;
  return (
    <>
      <section className={ui.stack} aria-label={t('admin.waits')}>
        <h2>{t('admin.waits')}</h2>
        <Waits summary={data} />
      </section>
      <section className={ui.stack} aria-label={t('admin.counts')}>
        <h2>{t('admin.counts')}</h2>
        <Counts {...data} />
      </section>
    </>
  );
}

/** Who manages accounts alone is led to these. */
export function SiteHomePage(): ReactNode {
  return useSelf()?.is_site_admin === true ? <Overview /> : <Navigate to="/admin/accounts" replace />;
}
