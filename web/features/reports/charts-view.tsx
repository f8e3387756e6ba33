// All charts of one renderer; those who may change the report add, change, move and take them away.
import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/overlays/overlays.tsx';
import { Empty } from '../../ui/feedback/async-states.tsx';
import { describeProblem } from './problems.ts';
import { ChartDialog } from './chart-dialog.tsx';
import { ChartView, titleOf } from './chart-view.tsx';
import { changeRenderer, readRenderer } from './renderers.queries.ts';
import type { Chart, ListFilter, Renderer, SubmittedChart, Tracker } from './report-types.ts';
import css from './reports.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';

interface Props {
  tracker: Tracker;
  reportId: number;
  renderer: Renderer;
  filter: ListFilter;
  mayEdit: boolean;
}

/** Charts over time and plans need the whole width. */
const isWide = ({ type }: Chart): boolean => type === 'gantt' || type === 'cumulative_flow' || type === 'burndown';

export function ChartsView({ tracker, reportId, renderer, filter, mayEdit }: Props): ReactNode {
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<Chart | 'new'>();
  const { charts } = renderer;
  const { submit } = useSubmit({ errors: 'toast', explain: describeProblem });
  /** Throws ApiError. */
  const save = async (next: readonly SubmittedChart[]): Promise<void> => {
    const { data, etag } = await readRenderer(reportId, renderer.id);
    if (JSON.stringify(data.charts) !== JSON.stringify(charts)) {
      await queryClient.invalidateQueries({ queryKey: ['/tracker_reports', reportId] });
      throw new Error(t('reports.changedMeanwhile'));
    }
    await changeRenderer(reportId, renderer.id, etag, { charts: [...next] });
    await queryClient.invalidateQueries({ queryKey: ['/tracker_reports', reportId] });
  };
  const attempt = (next: readonly SubmittedChart[]): void => void submit(() => save(next));
  const kept = charts.map(({ id }) => ({ id }));
  const addButton = (
    <Button onPress={() => setEdited('new')}>
      <Plus aria-hidden="true" /> {t('reports.addChart')}
    </Button>
  );
  return (
    <>
      {charts.length === 0 ? (
        <Empty title={t('reports.noCharts')}>{mayEdit && addButton}</Empty>
      ) : (
        <div className={css.grid}>
          {charts.map((chart, place) => (
            <div key={chart.id} className={isWide(chart) ? css.wide : undefined}>
              <ChartView
                tracker={tracker}
                chart={chart}
                filter={filter}
                actions={
                  mayEdit && (
                    <ChartActions
                      title={titleOf(tracker, chart)}
                      place={place}
                      count={charts.length}
                      onEdit={() => setEdited(chart)}
                      onMove={(to) => attempt(kept.toSpliced(place, 1).toSpliced(to, 0, { id: chart.id }))}
                      onRemove={() => attempt(kept.toSpliced(place, 1))}
                    />
                  )
                }
              />
            </div>
          ))}
        </div>
      )}
      {charts.length > 0 && mayEdit && <div>{addButton}</div>}
      {edited !== undefined && (
        <ChartDialog
          tracker={tracker}
          filter={filter}
          chart={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSave={(chart) =>
            save(
              edited === 'new'
                ? [...kept, chart]
                : kept.map((one) => (one.id === edited.id ? { ...chart, id: one.id } : one)),
            )
          }
        />
      )}
    </>
  );
}

interface ActionsProps {
  title: string;
  place: number;
  count: number;
  onEdit(): void;
  onMove(to: number): void;
  onRemove(): void;
}

const ChartActions = ({ title, place, count, onEdit, onMove, onRemove }: ActionsProps): ReactNode => (
  <Menu
    label={t('reports.actions', { label: title })}
    trigger={
      <Button tone="quiet" isIcon aria-label={t('reports.actions', { label: title })}>
        <Ellipsis />
      </Button>
    }
    actions={[
      { id: 'edit', label: t('reports.editChart'), run: onEdit },
      { id: 'before', label: t('reports.moveBefore'), isDisabled: place === 0, run: () => onMove(place - 1) },
      { id: 'after', label: t('reports.moveAfter'), isDisabled: place === count - 1, run: () => onMove(place + 1) },
      { id: 'remove', label: t('reports.remove', { label: title }), isSeparated: true, run: onRemove },
    ]}
  />
);
