// Whom the tracker reminds of dates, and when.
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { nameGroup } from '../../../platform/names/group-names.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useDefinition } from '../definition/use-definition.ts';
import { ReminderEditor, roleLabels } from './reminder-editor.tsx';
import type { NewReminder } from './reminder-editor.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

type Reminder = Schemas['DateReminders']['reminders'][number];

const toSend = ({ field, user_groups: groups, ...rest }: Reminder): NewReminder => ({
  ...rest,
  field_id: field.field_id,
  user_group_ids: groups.map(({ id }) => id),
});

/** `2 days before Due date`. */
function whenOf({ type, days, field: { label } }: Reminder): string {
  if (days === 0) return t('reminders.onDay', { label });
  return type === 'before'
    ? t('reminders.before', { count: days, label })
    : t('reminders.after', { count: days, label });
}

const Line = ({
  reminder,
  isSending,
  onEdit,
  onRemove,
}: {
  reminder: Reminder;
  isSending: boolean;
  onEdit(): void;
  onRemove(): void;
}): ReactNode => {
  const when = whenOf(reminder);
  const people = [...reminder.user_groups.map(nameGroup), ...reminder.roles.map((role) => roleLabels[role]())];
  return (
    <li>
      <span className={ui.grow}>
        {when}
        {!reminder.is_enabled && <> · {t('reminders.off')}</>}
        <br />
        <span className={`${ui.soft} ${ui.small}`}>
          {people.length === 0 ? t('reminders.nobody') : people.join(', ')}
          {reminder.notify_closed_artifacts && <> · {t('reminders.closedToo')}</>}
        </span>
      </span>
      <Button tone="quiet" isIcon aria-label={t('reminders.edit', { when })} onPress={onEdit}>
        <Pencil />
      </Button>
      <Button
        tone="quiet"
        isIcon
        isDisabled={isSending}
        aria-label={t('reminders.remove', { when })}
        onPress={onRemove}
      >
        <Trash2 />
      </Button>
    </li>
  );
};

export function DateReminders(): ReactNode {
  const { tracker } = useDefinition();
  const params = { path: { id: tracker.id } };
  const queryKey = ['/trackers', tracker.id, 'date_reminders'];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => takeTagged(api.GET('/trackers/{id}/date_reminders', { params })),
  });
  const { submit, isSending, problem } = useSubmit({ invalidates: [queryKey] });
  /** `new`, or the id of the one that is edited. */
  const [edited, setEdited] = useState<number | 'new'>();
  const reminders = data?.data.reminders ?? [];
  const save = (next: readonly NewReminder[]): Promise<boolean> =>
    submit(() =>
      settle(
        api.PUT('/trackers/{id}/date_reminders', {
          params: { ...params, ...(data?.etag === undefined ? {} : { header: { 'If-Match': data.etag } }) },
          body: { reminders: [...next] },
        }),
      ),
    );
  const put = (reminder: NewReminder): Promise<boolean> => {
    const next = reminders.map((one) => (one.id === edited ? { ...reminder, id: one.id } : toSend(one)));
    return save(edited === 'new' ? [...next, reminder] : next);
  };
  const start = reminders.find(({ id }) => id === edited);
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('reminders.title')}>
      <h2>{t('reminders.title')}</h2>
      <p className={`${ui.soft} ${ui.small}`}>{t('reminders.text')}</p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {problem !== undefined && edited === undefined && <Notice kind="error">{problem}</Notice>}
      {data === undefined && error === null && <Loading lines={1} />}
      {reminders.length > 0 && (
        <ul className={css.changes}>
          {reminders.map((reminder) => (
            <Line
              key={reminder.id}
              {...{ reminder, isSending }}
              onEdit={() => setEdited(reminder.id)}
              onRemove={() => void save(reminders.filter((one) => one !== reminder).map(toSend))}
            />
          ))}
        </ul>
      )}
      {data !== undefined && (
        <div>
          <Button onPress={() => setEdited('new')}>{t('reminders.add')}</Button>
        </div>
      )}
      <Dialog title={t('reminders.one')} isOpen={edited !== undefined} onClose={() => setEdited(undefined)}>
        {edited !== undefined && (
          <ReminderEditor
            start={start === undefined ? undefined : toSend(start)}
            {...{ isSending, problem }}
            onSave={put}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Dialog>
    </section>
  );
}
