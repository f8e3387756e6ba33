// A new account: who it is for, and how they get in.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { useSite } from '../../../../platform/session.ts';
import { TextField } from '../../../../ui/forms/fields.tsx';
import { say } from '../../../../ui/feedback/toasts.tsx';
import { isLongEnough, NewPasswordField } from '../../../../ui/forms/new-password-field.tsx';
import { RadioCards } from '../../../../ui/forms/radio-cards.tsx';
import { describeError } from '../../../../ui/feedback/async-states.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useDraft } from '../../../../ui/forms/use-draft.ts';

const ways = ['link', 'password', 'later'] as const;
type Way = (typeof ways)[number];

function WayIn({ way, onChange }: { way: Way; onChange(way: Way): void }): ReactNode {
  const { sends_mail: sendsMail } = useSite();
  return (
    <RadioCards
      label={t('admin.wayIn')}
      choices={[
        {
          id: 'link',
          label: t('admin.invites'),
          text: t(sendsMail ? 'admin.wayIn.linkText' : 'admin.mailOff'),
          isDisabled: !sendsMail,
        },
        { id: 'password', label: t('admin.setPassword'), text: t('admin.wayIn.passwordText') },
        { id: 'later', label: t('admin.wayIn.later'), text: t('admin.wayIn.laterText') },
      ]}
      value={way}
      onChange={(id) => onChange(ways.find((one) => one === id) ?? way)}
    />
  );
}

interface NewFacts {
  username: string;
  email: string;
  real_name: string;
  password?: string;
}

const makeAccount = async (body: NewFacts, isInvited: boolean): Promise<number | null> => {
  const { id } = await take(api.POST('/users', { body }));
  // The account is there in any case; its page offers the invitation again.
  if (id !== null && isInvited)
    await settle(api.POST('/accounts/{id}/invitations', { params: { path: { id } } })).catch((error: unknown) =>
      say('error', describeError(error)),
    );
  return id;
};

export function NewAccount({ onClose }: { onClose(): void }): ReactNode {
  const navigate = useNavigate();
  const { sends_mail: sendsMail, password: rules } = useSite();
  const { values, change, drop } = useDraft('new-account', { username: '', realName: '', email: '' });
  const { username, realName, email } = values;
  const [way, setWay] = useState<Way>(sendsMail ? 'link' : 'password');
  const [password, setPassword] = useState('');
  const create = async (): Promise<void> => {
    const facts = { username: username.trim(), email: email.trim(), real_name: realName.trim() };
    const id = await makeAccount({ ...facts, ...(way === 'password' ? { password } : {}) }, way === 'link');
    drop();
    if (id !== null) await navigate({ to: '/admin/accounts/$id', params: { id: String(id) } });
  };
  const hasWay = way !== 'password' || isLongEnough(password, rules.length_min);
  return (
    <FormDialog
      title={t('admin.newAccount')}
      action={t('admin.create')}
      isReady={username.trim() !== '' && email.trim() !== '' && hasWay}
      invalidates={[['/accounts']]}
      toast={t('admin.accountMade')}
      onClose={onClose}
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
      <WayIn way={way} onChange={setWay} />
      {way === 'password' && (
        <NewPasswordField value={password} onChange={setPassword} own={[username, realName, email]} />
      )}
    </FormDialog>
  );
}
