// Makes or changes one chart, which is drawn beside while somebody chooses.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Select, TextField } from '../../ui/forms/fields.tsx';
import type { Choice } from '../../ui/forms/fields.tsx';
import { chartTypes, dateFields, isChartType, listFields, numberFields, sourceOf } from './chart-fields.ts';
import type { ChartType } from './chart-fields.ts';
import { ChartView } from './chart-view.tsx';
import { describeProblem } from './problems.ts';
import type { Chart, ListFilter, SubmittedChart, Tracker } from './report-types.ts';
import css from './reports.module.css';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';

interface Props {
  tracker: Tracker;
  filter: ListFilter;
  /** undefined: a new one. */
  chart: Chart | undefined;
  onClose(): void;
  /** Throws what the person is told. */
  onSave(chart: SubmittedChart): Promise<void>;
}

const emptyChart: Chart = {
  id: 0,
  type: 'pie',
  title: '',
  description: '',
  width: 600,
  height: 400,
  base_field_id: null,
  group_field_id: null,
  start_field_id: null,
  due_field_id: null,
  finish_field_id: null,
  progress_field_id: null,
  summary_field_id: null,
  right_field_id: null,
  scale: null,
  start_date: null,
  stop_date: null,
  as_of_date: null,
  duration: null,
};

/** Types that the tracker has fields for. */
const typesFor = (tracker: Tracker): ChartType[] =>
  chartTypes.filter((type) => {
    if (type === 'gantt') return dateFields(tracker).length > 0;
    return (type === 'burndown' ? numberFields(tracker) : listFields(tracker)).length > 0;
  });

export function ChartDialog({ tracker, filter, chart, onClose, onSave }: Props): ReactNode {
  const types = typesFor(tracker);
  const [draft, setDraft] = useState<Chart>(() => {
    const start = chart ?? { ...emptyChart, type: types[0] ?? 'pie' };
    return { ...start, ...sourceOf(tracker, start) };
  });
  const change = (part: Partial<Chart>): void => setDraft((before) => ({ ...before, ...part }));
  const changeType = (type: string): void =>
    setDraft((before) => {
      const bare: Chart = { ...before, type, base_field_id: null, group_field_id: null };
      return { ...bare, ...sourceOf(tracker, bare) };
    });
  const { id: _id, ...settings } = draft;
  return (
    <FormDialog
      title={chart === undefined ? t('reports.addChart') : t('reports.editChart')}
      action={t('ui.save')}
      isWide
      isReady={sourceOf(tracker, draft) !== undefined}
      toast=""
      explain={describeProblem}
      onClose={onClose}
      send={() => onSave({ ...settings, title: draft.title.trim() })}
    >
      <div className={css.pair}>
        <Select
          label={t('reports.chartType')}
          value={draft.type}
          choices={types.map((type) => ({ id: type, label: t(`reports.type.${type}`) }))}
          onChange={changeType}
        />
        <TextField
          label={t('reports.title')}
          value={draft.title}
          onChange={(title) => change({ title })}
          maxLength={255}
        />
      </div>
      <ChartSettings tracker={tracker} draft={draft} onChange={change} />
      <TextField
        label={t('reports.description')}
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      <ChartView tracker={tracker} chart={draft} filter={filter} />
    </FormDialog>
  );
}

type FieldKey =
  | 'base_field_id'
  | 'group_field_id'
  | 'start_field_id'
  | 'due_field_id'
  | 'finish_field_id'
  | 'progress_field_id';

interface SettingsProps {
  tracker: Tracker;
  draft: Chart;
  onChange(part: Partial<Chart>): void;
}

const nothing = '';

/** What the type of the chart asks for. */
function ChartSettings({ tracker, draft, onChange }: SettingsProps): ReactNode {
  if (!isChartType(draft.type)) return null;
  const field = (key: FieldKey, label: string, fields: Tracker['fields'], isOptional = false): ReactNode => {
    const none: Choice[] = isOptional ? [{ id: nothing, label: t('reports.noField') }] : [];
    const id = draft[key];
    return (
      <Select
        label={label}
        value={id === null ? (isOptional ? nothing : undefined) : String(id)}
        choices={[...none, ...fields.map((one) => ({ id: String(one.field_id), label: one.label }))]}
        onChange={(chosen) => onChange({ [key]: chosen === nothing ? null : Number(chosen) })}
      />
    );
  };
  const day = (key: 'start_date' | 'stop_date', label: string): ReactNode => (
    <TextField
      label={label}
      type="date"
      value={draft[key] ?? ''}
      onChange={(value) => onChange({ [key]: value === '' ? null : value })}
    />
  );
  switch (draft.type) {
    case 'pie':
      return <div className={css.pair}>{field('base_field_id', t('reports.countBy'), listFields(tracker))}</div>;
    case 'bar':
      return (
        <div className={css.pair}>
          {field('base_field_id', t('reports.countBy'), listFields(tracker))}
          {field('group_field_id', t('reports.dividedBy'), listFields(tracker), true)}
        </div>
      );
    case 'gantt':
      return (
        <div className={css.pair}>
          {field('start_field_id', t('reports.startField'), dateFields(tracker), true)}
          {field('due_field_id', t('reports.endField'), dateFields(tracker), true)}
          {field('progress_field_id', t('reports.progressField'), numberFields(tracker), true)}
        </div>
      );
    case 'burndown':
      return (
        <div className={css.pair}>
          {field('base_field_id', t('reports.remainingField'), numberFields(tracker))}
          {day('start_date', t('reports.from'))}
          <TextField
            label={t('reports.duration')}
            type="number"
            value={draft.duration === null ? '' : String(draft.duration)}
            onChange={(text) => onChange({ duration: /^[1-9]\d{0,2}$/.test(text) ? Number(text) : null })}
          />
        </div>
      );
    case 'cumulative_flow':
      return (
        <div className={css.pair}>
          {field('base_field_id', t('reports.countBy'), listFields(tracker))}
          {day('start_date', t('reports.from'))}
          {day('stop_date', t('reports.until'))}
          <ScaleSelect scale={draft.scale} onChange={(scale) => onChange({ scale })} />
        </div>
      );
  }
}

const scales = ['day', 'week', 'month', 'year'] as const;

const ScaleSelect = ({
  scale,
  onChange,
}: {
  scale: Chart['scale'];
  onChange(scale: Chart['scale']): void;
}): ReactNode => (
  <Select
    label={t('reports.scale')}
    value={scale ?? 'day'}
    choices={scales.map((one) => ({ id: one, label: t(`reports.scale.${one}`) }))}
    onChange={(id) => onChange(scales.find((one) => one === id) ?? null)}
  />
);
