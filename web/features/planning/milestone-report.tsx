// What a closed milestone held: done, not done, added, removed.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../platform/schemas.ts';
import { formatDate, t } from '../../platform/i18n.ts';
import { Rows } from '../../ui/layout/rows.tsx';
import { ErrorState, Loading, Notice } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { showEffort } from './effort.ts';
import type { EffortUnit } from './effort.ts';
import { reportQuery } from './planning.queries.ts';

type Reported = Schemas['MilestoneReport']['done'];

const lists = ['done', 'not_done', 'added', 'removed'] as const;

export function Report({ id, unit }: { id: number; unit: EffortUnit }): ReactNode {
  const { data: report, error } = useQuery(reportQuery(id));
  if (error !== null && report === undefined) return <ErrorState error={error} />;
  if (report === undefined) return <Loading lines={6} />;
  if (report.is_under_calculation) return <Notice kind="info">{t('planning.report.tooLong')}</Notice>;
  return (
    <>
      {report.closed_date !== null && (
        <p className={ui.faint}>{t('planning.report.closed', { when: formatDate(report.closed_date) })}</p>
      )}
      {lists.map((list) => (
        <section key={list} aria-label={t(`planning.report.${list}`)}>
          <h2>
            {t(`planning.report.${list}`)} <span className={ui.faint}>{report[list].length}</span>
          </h2>
          <Reports label={t(`planning.report.${list}`)} items={report[list]} unit={unit} />
        </section>
      ))}
    </>
  );
}

const Reports = ({ label, items, unit }: { label: string; items: Reported; unit: EffortUnit }): ReactNode =>
  items.length === 0 ? (
    <p className={ui.faint}>{t('planning.report.none')}</p>
  ) : (
    <Rows
      label={label}
      rows={items.map(({ id, xref, label: title, tracker, status, initial_effort: effort }) => ({
        key: id,
        to: `/artifacts/${id}`,
        title: title === '' ? t('planning.untitled') : title,
        reference: xref,
        colour: tracker.color,
        status: status === null ? undefined : { label: status.value, colour: status.color },
        more: effort === null || effort === 0 ? undefined : showEffort(effort, unit),
      }))}
    />
  );
