// Groups and addresses that are told of every change, or of new artifacts alone.
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { nameGroup } from '../../../platform/names/group-names.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select, TextField } from '../../../ui/forms/fields.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useDefinition } from '../definition/use-definition.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

type Recipient = Schemas['NotificationRecipients']['recipients'][number];

const nameOf = ({ email, user_group: group }: Recipient): string => email ?? (group === null ? '' : nameGroup(group));

const toSend = ({ email, user_group: group, all_updates }: Recipient) => ({
  ...(email === null ? {} : { email }),
  ...(group === null ? {} : { user_group_id: group.id }),
  all_updates,
});

function AddRecipient({
  groups,
  isSending,
  onAdd,
}: {
  groups: readonly Schemas['MinimalUserGroup'][];
  isSending: boolean;
  /** Gives whether it is there. */
  onAdd(recipient: Recipient): Promise<boolean>;
}): ReactNode {
  const [email, setEmail] = useState('');
  const add = async (): Promise<void> => {
    if (isSending || email.trim() === '') return;
    if (await onAdd({ email: email.trim(), user_group: null, all_updates: true }))
      setEmail((now) => (now === email ? '' : now));
  };
  return (
    <div className={css.pair}>
      <Select
        label={t('design.notifications.addGroup')}
        placeholder={t('design.notifications.pickGroup')}
        choices={groups.map(({ id, label }) => ({ id, label }))}
        value={undefined}
        onChange={(id) => {
          const group = groups.find((one) => one.id === id);
          if (group !== undefined) void onAdd({ email: null, user_group: group, all_updates: true });
        }}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextField
          label={t('design.notifications.addEmail')}
          hint={t('design.notifications.enter')}
          type="email"
          value={email}
          onChange={setEmail}
        />
      </form>
    </div>
  );
}

export function Recipients(): ReactNode {
  const { tracker, groups } = useDefinition();
  const params = { path: { id: tracker.id } };
  const queryKey = ['/trackers', tracker.id, 'notification_recipients'];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => takeTagged(api.GET('/trackers/{id}/notification_recipients', { params })),
  });
  const { submit, isSending, problem } = useSubmit({ invalidates: [queryKey] });
  const save = (recipients: readonly Recipient[]): Promise<boolean> =>
    submit(() =>
      settle(
        api.PUT('/trackers/{id}/notification_recipients', {
          params: { ...params, ...(data?.etag === undefined ? {} : { header: { 'If-Match': data.etag } }) },
          body: { recipients: recipients.map(toSend) },
        }),
      ),
    );
  const recipients = data?.data.recipients ?? [];
  const recipientIds = new Set(recipients.map(({ user_group: group }) => group?.id));
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('design.notifications.recipients')}>
      <h2>{t('design.notifications.recipients')}</h2>
      <p className={`${ui.soft} ${ui.small}`}>{t('design.notifications.recipientsText')}</p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {data === undefined && error === null && <Loading />}
      {recipients.length > 0 && (
        <ul className={css.changes}>
          {recipients.map((recipient) => {
            const name = nameOf(recipient);
            const others = recipients.filter((one) => one !== recipient);
            return (
              <li key={name}>
                <span className={ui.grow}>{name}</span>
                <Checkbox
                  isSelected={recipient.all_updates}
                  isDisabled={isSending}
                  onChange={(all) =>
                    void save(recipients.map((one) => (one === recipient ? { ...one, all_updates: all } : one)))
                  }
                >
                  {t('design.notifications.allUpdates')}
                </Checkbox>
                <Button
                  tone="quiet"
                  isIcon
                  isDisabled={isSending}
                  aria-label={t('design.notifications.removeRecipient', { name })}
                  onPress={() => void save(others)}
                >
                  <Trash2 />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {data !== undefined && (
        <AddRecipient
          groups={groups.filter(({ id }) => !recipientIds.has(id))}
          isSending={isSending}
          onAdd={(recipient) => save([...recipients, recipient])}
        />
      )}
    </section>
  );
}
