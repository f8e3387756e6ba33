// Where a mailed link leads: sets a new password, and signs in with it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, isRefusedWith, settle, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useSite } from '../../../platform/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../ui/forms/fields.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { Gate } from './gate.tsx';
import { useLinkText } from './link-in-address.ts';
import { isLongEnough, NewPasswordField } from '../../../ui/forms/new-password-field.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Link } from '../../../ui/link.tsx';

const Over = (): ReactNode => (
  <>
    <Notice kind="error">{t('account.linkOver')}</Notice>
    <div>
      <ButtonLink to="/lost-password" tone="primary">
        {t('account.askAnew')}
      </ButtonLink>
    </div>
  </>
);

function PasswordForm({ link, username, onOver }: { link: string; username: string; onOver(): void }): ReactNode {
  const { password } = useSite();
  const [fresh, setFresh] = useState('');
  const [endsKeys, setEndsKeys] = useState(false);
  const { submit, isSending, problem } = useSubmit();
  const redeem = async (): Promise<void> => {
    try {
      await settle(api.POST('/password_links/redeem', { body: { link, new_password: fresh, ends_keys: endsKeys } }));
      await take(api.POST('/sessions', { body: { username, password: fresh } }));
      location.assign('/');
    } catch (error) {
      if (!isRefusedWith(error, 404)) throw error;
      onOver();
    }
  };
  return (
    <form
      className={ui.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(redeem);
      }}
    >
      <p className={ui.soft}>{t('account.newPasswordText')}</p>
      <TextField label={t('account.username')} value={username} isReadOnly autoComplete="username" />
      <NewPasswordField value={fresh} onChange={setFresh} own={[username]} error={problem} autoFocus />
      <Checkbox isSelected={endsKeys} onChange={setEndsKeys}>
        {t('account.endKeys')}
      </Checkbox>
      <div>
        <Button type="submit" tone="primary" isDisabled={isSending || !isLongEnough(fresh, password.length_min)}>
          {t('account.setPassword')}
        </Button>
      </div>
    </form>
  );
}

export function NewPasswordPage(): ReactNode {
  const link = useLinkText();
  const [isOver, setOver] = useState(link === '');
  const { data, error, refetch } = useQuery({
    queryKey: ['password-link', link],
    queryFn: () => take(api.POST('/password_links/check', { body: { link } })),
    enabled: link !== '',
    staleTime: Infinity,
  });
  const isRefused = isOver || isRefusedWith(error, 404);
  return (
    <Gate title={t('people.newPassword')} foot={<Link to="/sign-in">{t('account.backToSignIn')}</Link>}>
      {isRefused ? (
        <Over />
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading />
      ) : (
        <PasswordForm link={link} username={data.username} onOver={() => setOver(true)} />
      )}
    </Gate>
  );
}
