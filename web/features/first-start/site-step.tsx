// What the site is called, where people find it, and who gets in.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { isLoopback } from '../../platform/loopback.ts';
import { Checkbox, TextField } from '../../ui/forms/fields.tsx';
import { RadioCards } from '../../ui/forms/radio-cards.tsx';
import { Link } from '../../ui/link.tsx';
import ui from '../../ui/ui.module.css';
import { StepForm } from './step-form.tsx';
import { useSettings } from './use-settings.ts';

const names = [
  'sys_name',
  'sys_org_name',
  'public_url',
  'access_mode',
  'sys_use_user_registration',
  'sys_user_approval',
  'invitations_per_day',
] as const;

type Admission = 'nobody' | 'invited' | 'anyone';

export function SiteStep({ onDone }: { onDone(): void }): ReactNode {
  const { valueOf, defaultOf, set, ...form } = useSettings(names, { public_url: location.origin }, onDone);
  const isOpen = valueOf('sys_use_user_registration') === '1';
  const admission: Admission = isOpen ? 'anyone' : valueOf('invitations_per_day') === '0' ? 'nobody' : 'invited';
  const admit = (who: string): void => {
    const isAnyone = who === 'anyone';
    const sent = valueOf('invitations_per_day');
    const usual = sent === '0' ? defaultOf('invitations_per_day') : sent;
    set({ sys_use_user_registration: isAnyone ? '1' : '0', invitations_per_day: who === 'nobody' ? '0' : usual });
  };
  return (
    <StepForm
      isReady={form.isRead}
      isSending={form.isSending}
      problem={form.problem}
      onSave={() => void form.save()}
      onSkip={onDone}
    >
      <div className={ui.stack}>
        <TextField
          label={t('start.name')}
          value={valueOf('sys_name')}
          onChange={(name) => set({ sys_name: name })}
          isRequired
          autoFocus
        />
        <TextField
          label={t('start.organisation')}
          value={valueOf('sys_org_name')}
          onChange={(name) => set({ sys_org_name: name })}
        />
        <TextField
          label={t('start.address')}
          hint={t(
            isLoopback(URL.parse(valueOf('public_url'))?.hostname ?? '') ? 'start.addressHere' : 'start.addressHint',
          )}
          type="url"
          value={valueOf('public_url')}
          onChange={(url) => set({ public_url: url.replace(/\/+$/, '') })}
        />
        <RadioCards
          label={t('start.access')}
          choices={[
            { id: 'anonymous', label: t('start.access.anonymous'), text: t('start.access.anonymousText') },
            { id: 'regular', label: t('start.access.regular'), text: t('start.access.regularText') },
            { id: 'restricted', label: t('start.access.restricted'), text: t('start.access.restrictedText') },
          ]}
          value={valueOf('access_mode')}
          onChange={(mode) => set({ access_mode: mode })}
        />
        <RadioCards
          label={t('start.register')}
          choices={[
            { id: 'invited', label: t('start.register.invited'), text: t('start.register.invitedText') },
            { id: 'anyone', label: t('start.register.anyone'), text: t('start.register.anyoneText') },
            { id: 'nobody', label: t('start.register.nobody'), text: t('start.register.nobodyText') },
          ]}
          value={admission}
          onChange={admit}
        />
        {isOpen && (
          <Checkbox
            isSelected={valueOf('sys_user_approval') === '1'}
            onChange={(is) => set({ sys_user_approval: is ? '1' : '0' })}
          >
            {t('start.approval')}
          </Checkbox>
        )}
        <section className={ui.stack} aria-label={t('start.signIn')}>
          <h2 className={ui.label}>{t('start.signIn')}</h2>
          <p className={`${ui.soft} ${ui.small}`}>{t('start.signInText')}</p>
          <div className={ui.row}>
            <Link href="/docs/directory.html">{t('start.directory')}</Link>
            <Link to="/admin/settings" search={{ q: 'ldap' }}>
              {t('start.directorySettings')}
            </Link>
          </div>
        </section>
      </div>
    </StepForm>
  );
}
