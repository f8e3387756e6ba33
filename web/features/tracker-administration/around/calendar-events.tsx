// Whether mails of the tracker bring an event for calendars.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, settle, takeTagged } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Checkbox } from '../../../ui/fields.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useDefinition } from '../use-definition.ts';
import { useTask } from './use-task.ts';

export function CalendarEvents(): ReactNode {
  const { tracker } = useDefinition();
  const params = { path: { id: tracker.id } };
  const queryKey = ['/trackers', tracker.id, 'calendar_events'];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => takeTagged(api.GET('/trackers/{id}/calendar_events', { params })),
  });
  const { run, isBusy, problem } = useTask(queryKey);
  const set = (enabled: boolean): void =>
    void run(() =>
      settle(
        api.PUT('/trackers/{id}/calendar_events', {
          params: { ...params, ...(data?.etag === undefined ? {} : { header: { 'If-Match': data.etag } }) },
          body: { enabled },
        }),
      ),
    );
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('design.around.calendar')}>
      <h2>{t('design.around.calendar')}</h2>
      <p className={`${ui.soft} ${ui.small}`}>{t('design.around.calendarText')}</p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {data === undefined && error === null && <Loading lines={1} />}
      {data !== undefined && (
        <Checkbox isSelected={data.data.enabled} isDisabled={isBusy} onChange={set}>
          {t('design.around.sendsEvents')}
        </Checkbox>
      )}
      {data?.data.enabled === true && tracker.semantics.timeframe === undefined && (
        <p className={ui.small}>{t('design.around.noTimeframe')}</p>
      )}
    </section>
  );
}
