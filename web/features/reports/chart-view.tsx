// One chart of a report: reads what it shows, and picks the picture for its type.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { BarChart } from '../../ui/charts/chart-bars.tsx';
import type { Series } from '../../ui/charts/chart-bars.tsx';
import { BurndownChart } from '../../ui/charts/chart-burndown.tsx';
import { FlowChart } from '../../ui/charts/chart-flow.tsx';
import { ChartFrame } from '../../ui/charts/chart-frame.tsx';
import { GanttChart } from '../../ui/charts/chart-gantt.tsx';
import { PieChart } from '../../ui/charts/chart-pie.tsx';
import { todayHere } from '../../ui/dates/calendar-day.ts';
import { describeError, Loading, Notice } from '../../ui/feedback/async-states.tsx';
import { fieldLabel, isChartType, sourceOf } from './chart-fields.ts';
import { chartQuery } from './renderers.queries.ts';
import type { Chart, ChartSource, ListFilter, Tracker } from './report-types.ts';

type Content = Schemas['ChartContent'];

interface Props {
  tracker: Tracker;
  chart: Chart;
  filter: ListFilter;
  actions?: ReactNode;
}

export const titleOf = (tracker: Tracker, chart: Chart): string => {
  if (chart.title !== '') return chart.title;
  const base = fieldLabel(tracker, sourceOf(tracker, chart)?.base_field_id);
  return base ?? (isChartType(chart.type) ? t(`reports.type.${chart.type}`) : chart.type);
};

export function ChartView({ tracker, chart, filter, actions }: Props): ReactNode {
  const source = sourceOf(tracker, chart);
  const title = titleOf(tracker, chart);
  if (source !== undefined)
    return (
      <LoadedChart tracker={tracker} chart={chart} source={source} filter={filter} title={title} actions={actions} />
    );
  const why = isChartType(chart.type) ? t('reports.nothingToDraw') : t('reports.unknownChart', { type: chart.type });
  return (
    <ChartFrame
      title={title}
      description={chart.description}
      actions={actions}
      table={{ columns: [], rows: [] }}
      empty={why}
    >
      {null}
    </ChartFrame>
  );
}

function LoadedChart({
  tracker,
  chart,
  source,
  filter,
  title,
  actions,
}: Props & { source: ChartSource; title: string }): ReactNode {
  const { data, error } = useQuery(chartQuery(tracker.id, source, filter));
  const shared = { title, description: chart.description, actions };
  if (data === undefined)
    return (
      <ChartFrame {...shared} table={{ columns: [], rows: [] }}>
        {error === null ? <Loading lines={5} /> : <Notice kind="error">{describeError(error)}</Notice>}
      </ChartFrame>
    );
  return renderChart(tracker, source, data, shared);
}

const none = (): string => t('reports.none');

const categoriesOf = (content: Content) =>
  content.categories.map((value) => ({
    label: value?.label ?? none(),
    colour: value?.color_name ?? null,
    isNone: value === null,
  }));

const seriesOf = (content: Content): Series[] =>
  content.series.map(({ name, value, values }) => ({
    label: value?.label ?? (name === 'value' ? none() : name),
    colour: value?.color_name ?? null,
    isNone: name === 'value' && value === null,
    values,
  }));

interface Shared {
  title: string;
  description: string;
  actions?: ReactNode;
}

function renderChart(tracker: Tracker, source: ChartSource, content: Content, shared: Shared): ReactNode {
  const heading = fieldLabel(tracker, source.base_field_id) ?? '';
  switch (content.type) {
    case 'pie': {
      const slices = categoriesOf(content).map((category, index) => ({
        ...category,
        value: content.series[0]?.values[index] ?? 0,
      }));
      return <PieChart {...shared} heading={heading} slices={slices} />;
    }
    case 'bar':
      return <BarChart {...shared} heading={heading} categories={categoriesOf(content)} series={seriesOf(content)} />;
    case 'gantt':
      return (
        <GanttChart
          {...shared}
          today={todayHere()}
          note={content.is_complete ? undefined : t('reports.moreBars', { count: content.bars.length })}
          bars={content.bars.map(({ artifact, color_name: colour, start, end, progress }) => ({
            id: artifact.id,
            label: artifact.title === '' ? `#${artifact.id}` : artifact.title,
            href: `/artifacts/${artifact.id}`,
            colour,
            start,
            end,
            progress,
          }))}
        />
      );
    case 'burndown': {
      const values = (name: string): (number | null)[] =>
        content.series.find((series) => series.name === name)?.values ?? [];
      return (
        <BurndownChart
          {...shared}
          dates={content.dates}
          remaining={values('remaining')}
          ideal={values('ideal')}
          today={todayHere()}
        />
      );
    }
    case 'cumulative_flow':
      return <FlowChart {...shared} dates={content.dates} series={seriesOf(content)} />;
  }
}
