// Asks for a link to a new password. What it says is the same for everybody.
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { api, isRefusedWith, settle } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useSite } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { Gate } from './gate.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Link } from '../../../ui/link.tsx';

function AskForm({ onAsked }: { onAsked(): void }): ReactNode {
  const [identifier, setIdentifier] = useState('');
  const { submit, isSending, problem } = useSubmit({
    explain: (error) => (isRefusedWith(error, 429) ? t('account.askedOften') : undefined),
  });
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const body = { identifier: identifier.trim() };
    if (await submit(() => settle(api.POST('/password_links', { body })))) onAsked();
  };
  return (
    <form className={ui.stack} onSubmit={(event) => void send(event)}>
      <p className={ui.soft}>{t('account.lostText')}</p>
      <TextField
        label={t('people.name')}
        value={identifier}
        onChange={setIdentifier}
        autoComplete="username"
        error={problem}
        isRequired
        autoFocus
      />
      <div>
        <Button type="submit" tone="primary" isDisabled={isSending || identifier.trim() === ''}>
          {t('account.sendLink')}
        </Button>
      </div>
    </form>
  );
}

export function LostPasswordPage(): ReactNode {
  const { sends_mail: sendsMail } = useSite();
  const [isAsked, setAsked] = useState(false);
  return (
    <Gate title={t('account.lost')} foot={<Link to="/sign-in">{t('account.backToSignIn')}</Link>}>
      {!sendsMail ? (
        <Notice kind="warning">{t('account.noMail')}</Notice>
      ) : isAsked ? (
        <>
          <Notice kind="success">{t('account.linkAsked')}</Notice>
          <p className={ui.soft}>{t('account.linkAskedHint')}</p>
        </>
      ) : (
        <AskForm onAsked={() => setAsked(true)} />
      )}
    </Gate>
  );
}
