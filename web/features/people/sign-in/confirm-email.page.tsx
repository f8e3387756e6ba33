// Where the mail to another address leads. A button confirms it: programs open links before people do.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, isRefusedWith, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { selfQuery, useSelf } from '../../../platform/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { Gate } from './gate.tsx';
import { useLinkText } from './link-in-address.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

export function ConfirmEmailPage(): ReactNode {
  const link = useLinkText();
  const self = useSelf();
  const [confirmed, setConfirmed] = useState<string>();
  const {
    submit,
    isSending,
    problem: refused,
  } = useSubmit({
    invalidates: [selfQuery.queryKey],
    explain: (error) => (isRefusedWith(error, 404) ? t('account.emailLinkOver') : undefined),
  });
  const problem = link === '' ? t('account.emailLinkOver') : refused;
  const confirm = async (): Promise<void> =>
    setConfirmed((await take(api.POST('/email_confirmations', { body: { link } }))).email);
  const next = (
    <div>
      <ButtonLink to={self === undefined ? '/sign-in' : '/account'} tone="primary">
        {self === undefined ? t('people.signIn') : t('people.account')}
      </ButtonLink>
    </div>
  );
  return (
    <Gate title={t('account.confirmEmail')}>
      {confirmed !== undefined ? (
        <>
          <Notice kind="success">{t('account.emailConfirmed', { email: confirmed })}</Notice>
          {next}
        </>
      ) : problem !== undefined ? (
        <>
          <Notice kind="error">{problem}</Notice>
          {next}
        </>
      ) : (
        <>
          <p className={ui.soft}>{t('account.confirmEmailText')}</p>
          <div>
            <Button tone="primary" isDisabled={isSending} onPress={() => void submit(confirm)}>
              {t('account.confirmEmail')}
            </Button>
          </div>
        </>
      )}
    </Gate>
  );
}
