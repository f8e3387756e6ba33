// How the owner of an account gets a password: by a link in a mail, or set for them.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../../platform/api.ts';
import type { Schemas } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { writeName } from '../../../../platform/names/person-names.ts';
import { useSelf, useSite } from '../../../../platform/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { isLongEnough, NewPasswordField } from '../../../../ui/forms/new-password-field.tsx';
import { Notice } from '../../../../ui/feedback/async-states.tsx';
import ui from '../../../../ui/ui.module.css';
import css from '../../administration.module.css';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useSubmit } from '../../../../ui/forms/use-submit.ts';
import { MailOff } from '../mail-off.tsx';
import { Link } from '../../../../ui/link.tsx';

interface Props {
  account: Schemas['ManagedAccount'];
  id: number;
}

function SetPassword({ account, id, onClose }: Props & { onClose(): void }): ReactNode {
  const { length_min: lengthMin } = useSite().password;
  const [password, setPassword] = useState('');
  const name = writeName(account.display_name);
  const params = { path: { id: String(id) } };
  return (
    <FormDialog
      title={t('admin.passwordOf', { name })}
      action={t('admin.setPassword')}
      isReady={isLongEnough(password, lengthMin)}
      invalidates={[['/users', id]]}
      toast={t('admin.passwordSet', { name })}
      onClose={onClose}
      send={() => settle(api.PATCH('/users/{id}', { params, body: { values: { password } } }))}
    >
      <p>{t('admin.setPasswordText')}</p>
      <NewPasswordField
        value={password}
        onChange={setPassword}
        own={[account.username ?? '', account.real_name ?? '', account.email ?? '']}
        autoFocus
      />
    </FormDialog>
  );
}

function Ways({ account, id }: Props): ReactNode {
  const { sends_mail: sendsMail } = useSite();
  const [isSetting, setSetting] = useState(false);
  const { submit, isSending, problem } = useSubmit();
  const isUsable = account.status === 'A' || account.status === 'R';
  const invite = (): Promise<boolean> =>
    submit(
      () => settle(api.POST('/accounts/{id}/invitations', { params: { path: { id } } })),
      t('admin.invited', { email: account.email ?? '' }),
    );
  return (
    <>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {isUsable && <MailOff />}
      <div className={ui.row}>
        {isUsable && (
          <Button isDisabled={isSending || !sendsMail} onPress={() => void invite()}>
            {t('admin.invite')}
          </Button>
        )}
        <Button onPress={() => setSetting(true)}>{t('admin.setPasswordFor')}</Button>
      </div>
      {isSetting && <SetPassword {...{ account, id }} onClose={() => setSetting(false)} />}
    </>
  );
}

export function AccountPassword({ account, id }: Props): ReactNode {
  const isOwn = useSelf()?.id === id;
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('people.password')}>
      <h2>{t('people.password')}</h2>
      {account.is_in_directory ? (
        <p className={ui.soft}>{t('admin.passwordInDirectory')}</p>
      ) : isOwn ? (
        <p>
          <Link to="/account/security">{t('admin.passwordOwn')}</Link>
        </p>
      ) : (
        <Ways {...{ account, id }} />
      )}
    </section>
  );
}
