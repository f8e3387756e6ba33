// A switch of the tracker that is sent by itself.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, settle, takeTagged } from '../../../platform/api.ts';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useDefinition } from '../definition/use-definition.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

interface Props {
  /** Where its route is below the tracker. */
  part: 'calendar_events' | 'private_comments' | 'artifact_moves' | 'promotion' | 'new_projects' | 'assigned_subject';
  title: string;
  text: string;
  label: string;
  /** Shown below where it is on. */
  note?: string | undefined;
}

export function TrackerSwitch({ part, title, text, label, note }: Props): ReactNode {
  const { tracker } = useDefinition();
  const params = { path: { id: tracker.id } };
  const queryKey = ['/trackers', tracker.id, part];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => takeTagged(api.GET(`/trackers/{id}/${part}`, { params })),
  });
  const { submit, isSending, problem } = useSubmit({
    invalidates: [queryKey, ['/projects', tracker.project.id, 'trackers']],
  });
  const set = (enabled: boolean): void =>
    void submit(() =>
      settle(
        api.PUT(`/trackers/{id}/${part}`, {
          params: { ...params, ...(data?.etag === undefined ? {} : { header: { 'If-Match': data.etag } }) },
          body: { enabled },
        }),
      ),
    );
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={title}>
      <h2>{title}</h2>
      <p className={`${ui.soft} ${ui.small}`}>{text}</p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {data === undefined && error === null && <Loading lines={1} />}
      {data !== undefined && (
        <Checkbox isSelected={data.data.enabled} isDisabled={isSending} onChange={set}>
          {label}
        </Checkbox>
      )}
      {data?.data.enabled === true && note !== undefined && <p className={ui.small}>{note}</p>}
    </section>
  );
}
