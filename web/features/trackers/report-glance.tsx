// What one renderer of a report shows, where it is not the whole page: the first rows of its table, its charts, or its cardwall.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { CardwallView, ChartsView } from '../reports/index.ts';
import css from './report.module.css';
import { fieldOfMeaning, isNumeric } from './fields.ts';
import type { Tracker } from './fields.ts';
import { filterOf, listOf, stateOfReport } from './report-state.ts';
import type { FullReport } from './shapes.ts';
import { valuesByField } from '../fields/index.ts';
import { cellOf } from './table/cells.ts';
import { shownColumns } from './table/columns.ts';
import { CellContent } from './table/cell-content.tsx';
import { pageQuery, reportQuery, trackerQuery } from './trackers.queries.ts';
import { Link } from '../../ui/link.tsx';

const rowsMax = 20;

interface Props {
  reportId: number;
  rendererId: number;
}

export function ReportGlance({ reportId, rendererId }: Props): ReactNode {
  const report = useQuery(reportQuery(reportId));
  const trackerId = report.data?.tracker.id;
  const tracker = useQuery({ ...trackerQuery(trackerId ?? 0), enabled: trackerId !== undefined });
  const error = report.error ?? tracker.error;
  if (error !== null && (report.data === undefined || tracker.data === undefined))
    return <ErrorState error={error} onRetry={() => void report.refetch()} />;
  if (report.data === undefined || tracker.data === undefined) return <Loading lines={6} />;
  const renderer = report.data.renderers.find(({ id }) => id === rendererId);
  if (renderer === undefined) return <Empty title={t('trackers.noSuchRenderer')} />;
  // As if the report had this renderer alone, so that its columns count.
  const shown = { ...report.data, renderers: [renderer] };
  const filter = filterOf(stateOfReport(tracker.data, shown));
  const shared = { tracker: tracker.data, reportId, renderer, filter, mayEdit: false };
  switch (renderer.type) {
    case 'plugin_graphontrackersv5':
      return <ChartsView {...shared} />;
    case 'plugin_cardwall':
      return <CardwallView {...shared} />;
    default:
      return <Rows tracker={tracker.data} report={shown} />;
  }
}

function Rows({ tracker, report }: { tracker: Tracker; report: FullReport }): ReactNode {
  const state = stateOfReport(tracker, report);
  const { data, error, refetch } = useQuery(pageQuery(tracker.id, listOf(tracker, state), 0));
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={6} />;
  const columns = shownColumns(tracker, state.columns, { widths: {} });
  const hasTitle = columns.some(({ isTitle }) => isTitle);
  const titleName = fieldOfMeaning(tracker, 'title')?.label ?? t('trackers.artifact');
  const size = data.size ?? data.data.length;
  return (
    <div className={ui.stack}>
      <div className={ui.tableWrap} role="region" aria-label={report.label} tabIndex={0}>
        <table className={ui.table}>
          <thead>
            <tr>
              {!hasTitle && <th scope="col">{titleName}</th>}
              {columns.map(({ key, label, field }) => (
                <th key={key} scope="col" className={isNumeric(field) ? ui.number : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.data.slice(0, rowsMax).map((artifact) => {
              const values = valuesByField(artifact);
              const link = (
                <Link to="/artifacts/$id" params={{ id: String(artifact.id) }}>
                  {artifact.title === null || artifact.title === '' ? `#${artifact.id}` : artifact.title}
                </Link>
              );
              return (
                <tr key={artifact.id}>
                  {!hasTitle && <td className={css.glanceTitle}>{link}</td>}
                  {columns.map(({ key, column, field, isTitle }) => (
                    <td key={key} className={isTitle ? css.glanceTitle : isNumeric(field) ? ui.number : undefined}>
                      {isTitle ? link : <CellContent cell={cellOf(values.get(field.field_id), column)} />}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <Link to="/trackers/$tracker" params={{ tracker: String(tracker.id) }} search={{ report: report.id }}>
        {size > rowsMax ? t('trackers.allOf', { count: size }) : report.label}
      </Link>
    </div>
  );
}
