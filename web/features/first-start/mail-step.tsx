// Whether the site sends mail, and by which server.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Select, TextField } from '../../ui/forms/fields.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { RadioCards } from '../../ui/forms/radio-cards.tsx';
import ui from '../../ui/ui.module.css';
import css from './first-start.module.css';
import { StepForm } from './step-form.tsx';
import { useSettings } from './use-settings.ts';

const names = [
  'mail_transport',
  'mail_smtp_host',
  'mail_smtp_port',
  'mail_smtp_security',
  'mail_smtp_user',
  'mail_smtp_password',
] as const;

export function MailStep({ onDone }: { onDone(): void }): ReactNode {
  const { valueOf, set, ...form } = useSettings(names, {}, onDone);
  return (
    <StepForm
      isReady={form.isRead}
      isSending={form.isSending}
      problem={form.problem}
      onSave={() => void form.save()}
      onSkip={onDone}
    >
      <div className={ui.stack}>
        <RadioCards
          label={t('start.mail')}
          choices={[
            { id: 'none', label: t('start.mail.none'), text: t('start.mail.noneText') },
            { id: 'smtp', label: t('start.mail.smtp'), text: t('start.mail.smtpText') },
          ]}
          value={valueOf('mail_transport')}
          onChange={(transport) => set({ mail_transport: transport })}
        />
        {valueOf('mail_transport') === 'smtp' && (
          <>
            <div className={css.pair}>
              <TextField
                label={t('start.mail.host')}
                value={valueOf('mail_smtp_host')}
                onChange={(host) => set({ mail_smtp_host: host })}
                isRequired
              />
              <TextField
                label={t('start.mail.port')}
                hint={t('start.mail.portHint')}
                inputMode="numeric"
                value={valueOf('mail_smtp_port')}
                onChange={(port) => set({ mail_smtp_port: port })}
              />
            </div>
            <Select
              label={t('start.mail.security')}
              choices={[
                { id: 'starttls', label: 'STARTTLS' },
                { id: 'tls', label: 'TLS' },
                { id: 'none', label: t('start.mail.unencrypted') },
              ]}
              value={valueOf('mail_smtp_security')}
              onChange={(security) => set({ mail_smtp_security: security })}
            />
            <div className={css.pair}>
              <TextField
                label={t('start.mail.user')}
                value={valueOf('mail_smtp_user')}
                onChange={(user) => set({ mail_smtp_user: user })}
                autoComplete="off"
              />
              <PasswordField
                label={t('people.password')}
                value={valueOf('mail_smtp_password')}
                onChange={(password) => set({ mail_smtp_password: password })}
                autoComplete="new-password"
              />
            </div>
          </>
        )}
      </div>
    </StepForm>
  );
}
