// When artifacts begin and end: by dates of their own, or by those of the artifacts of another tracker that link to them.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Select } from '../../../ui/forms/fields.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { ErrorState } from '../../../ui/feedback/async-states.tsx';
import { siblingsQuery } from '../definition/definition.queries.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { PickAField, Section } from './parts.tsx';
import type { Props } from './parts.tsx';
import { fieldIs } from '../../fields/index.ts';

/** Dates of the artifact itself. */
function OwnDates({ fields, semantics, set }: Props): ReactNode {
  const { timeframe } = semantics;
  const dates = fields.filter(fieldIs.date);
  const durations = fields.filter(fieldIs.amount);
  const start = timeframe?.start_date_field_id;
  const end = timeframe?.end_date_field_id;
  const duration = timeframe?.duration_field_id;
  const isByDuration = duration !== undefined;
  const put = (from: number | undefined, to: number | undefined, isDuration: boolean): void =>
    set({
      timeframe:
        from === undefined
          ? null
          : {
              start_date_field_id: from,
              ...(to === undefined ? {} : isDuration ? { duration_field_id: to } : { end_date_field_id: to }),
            },
    });
  return (
    <>
      <PickAField
        label={t('design.semantic.start')}
        fields={dates}
        value={start}
        onChange={(id) => put(id, isByDuration ? duration : end, isByDuration)}
      />
      <Select
        label={t('design.semantic.until')}
        choices={[
          { id: 'end', label: t('design.semantic.end') },
          { id: 'duration', label: t('design.semantic.duration') },
        ]}
        value={isByDuration ? 'duration' : 'end'}
        isDisabled={start === undefined}
        onChange={(id) =>
          put(
            start,
            id === 'duration' ? durations[0]?.id : dates.find((one) => one.id !== start)?.id,
            id === 'duration',
          )
        }
      />
      <PickAField
        label={isByDuration ? t('design.semantic.duration') : t('design.semantic.end')}
        fields={isByDuration ? durations : dates}
        value={isByDuration ? duration : end}
        error={start !== undefined && end === undefined && !isByDuration ? t('design.semantic.needsEnd') : undefined}
        onChange={(id) => put(start, id, isByDuration)}
      />
    </>
  );
}

export function Timeframe(props: Props): ReactNode {
  const { semantics, set } = props;
  const { tracker } = useDefinition();
  const { data = [], error, refetch } = useQuery(siblingsQuery(tracker.project.id, tracker.id));
  const source = semantics.timeframe?.implied_from_tracker?.id;
  const sources = data.filter(({ id, hasTimeframe }) => hasTimeframe || id === source);
  const [first] = sources;
  const take = (id: number): void => set({ timeframe: { implied_from_tracker: { id } } });
  return (
    <Section name="timeframe">
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Select
        label={t('design.semantic.dates')}
        choices={[
          { id: 'own', label: t('design.semantic.ownDates') },
          { id: 'other', label: t('design.semantic.otherDates') },
        ]}
        value={source === undefined ? 'own' : 'other'}
        isDisabled={source === undefined && first === undefined}
        hint={first === undefined ? t('design.semantic.noOtherDates') : undefined}
        onChange={(id) => (id === 'own' ? set({ timeframe: null }) : first !== undefined && take(first.id))}
      />
      {source === undefined ? (
        <OwnDates {...props} />
      ) : (
        <PickField
          label={t('design.semantic.otherTracker')}
          hint={t('design.semantic.implied')}
          choices={sources.map(({ id, label }) => ({ id: String(id), label }))}
          value={String(source)}
          onChange={(id) => id !== undefined && take(Number(id))}
        />
      )}
    </Section>
  );
}
