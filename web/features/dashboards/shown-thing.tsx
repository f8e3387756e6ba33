// Which thing a widget shows: a report's table or chart, a kanban, the milestones of a project.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Checkbox, Select } from '../../ui/forms/fields.tsx';
import { Notice } from '../../ui/feedback/async-states.tsx';
import type { DashboardOwner } from '../dashboard-tabs/index.ts';
import { kanbansQuery, projectsQuery, trackersQuery } from '../projects/index.ts';
import { reportQuery, reportsQuery } from '../trackers/index.ts';
import type { Settings } from './dashboard-layout.ts';
import css from './dashboards.module.css';
import type { WidgetKind } from './widget-kinds.ts';

interface Props {
  kind: WidgetKind;
  owner: DashboardOwner;
  settings: Settings;
  onChange(settings: Settings): void;
}

/** Whether it says all that the kind can't be without. */
export const isConfigured = ({ asks }: WidgetKind, settings: Settings): boolean =>
  (!asks.includes('report') || (settings.report_id !== undefined && settings.renderer_id !== undefined)) &&
  (!asks.includes('roadmap') || (settings.tracker_ids ?? []).length > 0) &&
  (!asks.includes('kanban') || settings.kanban_id !== undefined) &&
  (!asks.includes('project') || settings.project_id !== undefined);

export function ShownThing(props: Props): ReactNode {
  const { kind, owner, settings, onChange } = props;
  const [chosen, setChosen] = useState(owner.project?.id ?? settings.project_id);
  const { asks } = kind;
  if (asks.includes('roadmap')) return <RoadmapChoice projectId={owner.project?.id ?? 0} {...props} />;
  if (!asks.some((one) => one === 'report' || one === 'kanban' || one === 'project')) return null;
  return (
    <>
      {owner.project === undefined && (
        <ProjectChoice
          value={chosen}
          onChange={(id) => {
            setChosen(id);
            if (asks.includes('project')) onChange({ project_id: id });
          }}
        />
      )}
      {chosen !== undefined && asks.includes('kanban') && <KanbanChoice key={chosen} {...props} projectId={chosen} />}
      {chosen !== undefined && asks.includes('report') && <TrackerChoice key={chosen} {...props} projectId={chosen} />}
    </>
  );
}

function ProjectChoice({ value, onChange }: { value: number | undefined; onChange(id: number): void }): ReactNode {
  const { data = [] } = useQuery(projectsQuery(true));
  return (
    <Select
      label={t('dashboards.project')}
      value={value === undefined ? undefined : String(value)}
      choices={data.map(({ id, label }) => ({ id: String(id), label }))}
      placeholder={t('dashboards.choose')}
      onChange={(id) => onChange(Number(id))}
    />
  );
}

type InProject = Props & { projectId: number };

const scales = ['week', 'month', 'quarter'] as const;

function RoadmapChoice({ projectId, settings, onChange }: InProject): ReactNode {
  const { data = [] } = useQuery(trackersQuery(projectId));
  const chosen = new Set(settings.tracker_ids ?? []);
  const choices = data.map(({ id, label, colour }) => ({ id: String(id), label, colour }));
  return (
    <>
      <div role="group" aria-label={t('dashboards.trackers')} className={css.checks}>
        {data.map(({ id, label }) => (
          <Checkbox
            key={id}
            isSelected={chosen.has(id)}
            onChange={(is) => onChange({ tracker_ids: is ? [...chosen, id] : [...chosen].filter((one) => one !== id) })}
          >
            {label}
          </Checkbox>
        ))}
      </div>
      <Select
        label={t('dashboards.scale')}
        value={settings.timescale ?? 'month'}
        choices={scales.map((scale) => ({ id: scale, label: t(`roadmap.scale.${scale}`) }))}
        onChange={(id) => onChange({ timescale: scales.find((scale) => scale === id) })}
      />
      {([1, 2] as const).map((level) => (
        <Select
          key={level}
          label={t('dashboards.iterations', { level })}
          value={String(settings[`lvl${level}_iteration_tracker_id`] ?? 'none')}
          choices={[{ id: 'none', label: t('dashboards.noIterations') }, ...choices]}
          onChange={(id) => onChange({ [`lvl${level}_iteration_tracker_id`]: id === 'none' ? undefined : Number(id) })}
        />
      ))}
    </>
  );
}

function KanbanChoice({ projectId, settings, onChange }: InProject): ReactNode {
  const { data } = useQuery(kanbansQuery(projectId));
  if (data?.length === 0) return <Notice>{t('dashboards.noKanban')}</Notice>;
  const chosen = data?.find(({ id }) => id === settings.kanban_id);
  return (
    <Select
      label={t('dashboards.kind.kanban')}
      value={chosen === undefined ? undefined : String(chosen.id)}
      choices={(data ?? []).map(({ id, label }) => ({ id: String(id), label }))}
      placeholder={t('dashboards.choose')}
      onChange={(id) => onChange({ kanban_id: Number(id) })}
    />
  );
}

function TrackerChoice(props: InProject): ReactNode {
  const { projectId, settings } = props;
  const { data = [] } = useQuery(trackersQuery(projectId));
  const { data: shown } = useQuery({
    ...reportQuery(settings.report_id ?? 0),
    enabled: settings.report_id !== undefined,
  });
  const [chosen, setChosen] = useState<number>();
  const trackerId = chosen ?? shown?.tracker.id;
  return (
    <>
      <Select
        label={t('dashboards.tracker')}
        value={trackerId === undefined ? undefined : String(trackerId)}
        choices={data.map(({ id, label, colour }) => ({ id: String(id), label, colour }))}
        placeholder={t('dashboards.choose')}
        onChange={(id) => setChosen(Number(id))}
      />
      {trackerId !== undefined && <ReportChoice key={trackerId} {...props} trackerId={trackerId} />}
    </>
  );
}

function ReportChoice({ trackerId, owner, settings, onChange }: InProject & { trackerId: number }): ReactNode {
  const { data = [] } = useQuery(reportsQuery(trackerId));
  // What stands on the dashboard of a project is for everybody.
  const offered = owner.project === undefined ? data : data.filter(({ is_public: isPublic }) => isPublic);
  const report = offered.find(({ id }) => id === settings.report_id);
  const { data: whole } = useQuery({ ...reportQuery(report?.id ?? 0), enabled: report !== undefined });
  const renderers = whole?.renderers ?? [];
  const renderer = renderers.find(({ id }) => id === settings.renderer_id);
  return (
    <>
      <Select
        label={t('dashboards.report')}
        value={report === undefined ? undefined : String(report.id)}
        choices={offered.map(({ id, label }) => ({ id: String(id), label }))}
        placeholder={t('dashboards.choose')}
        onChange={(id) => onChange({ report_id: Number(id), renderer_id: undefined })}
      />
      {report !== undefined && (
        <Select
          label={t('dashboards.renderer')}
          value={renderer === undefined ? undefined : String(renderer.id)}
          choices={renderers.map(({ id, label, type }) => ({
            id: String(id),
            label: label === '' ? t(isTable(type) ? 'dashboards.table' : 'dashboards.chart') : label,
          }))}
          placeholder={t('dashboards.choose')}
          onChange={(id) => onChange({ renderer_id: Number(id) })}
        />
      )}
    </>
  );
}

const isTable = (type: string): boolean => type === 'table';
