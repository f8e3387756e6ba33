// A new account: who it is for, and how they get in.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { Checkbox, TextField } from '../../../../ui/fields.tsx';
import { say } from '../../../../ui/messages.tsx';
import { describeError } from '../../../../ui/states.tsx';
import { FormDialog } from '../../form-dialog.tsx';
import { useDraft } from '../../../../ui/use-draft.ts';
import { useSending } from '../../use-sending.ts';

export function NewAccount({ onClose }: { onClose(): void }): ReactNode {
  const navigate = useNavigate();
  const { values, change, drop } = useDraft('new-account', { username: '', realName: '', email: '' });
  const { username, realName, email } = values;
  const [invites, setInvites] = useState(true);
  const { send, isSending, problem } = useSending(['/accounts']);
  const create = (): Promise<boolean> =>
    send(async () => {
      const body = { username: username.trim(), email: email.trim(), real_name: realName.trim() };
      const { id } = await take(api.POST('/users', { body }));
      drop();
      if (id === null) return;
      // The account is there in any case; its page offers the invitation again.
      if (invites)
        await settle(api.POST('/accounts/{id}/invitations', { params: { path: { id } } })).catch((error: unknown) =>
          say('error', describeError(error)),
        );
      await navigate({ to: '/admin/accounts/$id', params: { id: String(id) } });
    }, t('admin.accountMade'));
  return (
    <FormDialog
      title={t('admin.newAccount')}
      action={t('admin.create')}
      isReady={username.trim() !== '' && email.trim() !== ''}
      {...{ isSending, problem, onClose }}
      send={create}
    >
      <TextField
        label={t('admin.userName')}
        isRequired
        autoFocus
        value={username}
        onChange={(text) => change({ username: text })}
      />
      <TextField label={t('admin.realName')} value={realName} onChange={(text) => change({ realName: text })} />
      <TextField
        label={t('admin.email')}
        isRequired
        type="email"
        value={email}
        onChange={(text) => change({ email: text })}
      />
      <Checkbox isSelected={invites} onChange={setInvites}>
        {t('admin.invites')}
      </Checkbox>
    </FormDialog>
  );
}
