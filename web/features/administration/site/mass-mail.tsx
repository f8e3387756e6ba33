// A mail to many people: tried on oneself first, sent after a question that tells how many it goes to.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useSite } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/forms/fields.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { MailOff } from './mail-off.tsx';

const audiences = ['everybody', 'project_administrators', 'site_administrators'] as const;
type Mode = 'count' | 'trial' | 'send';

export function MassMail(): ReactNode {
  const { values, change, drop } = useDraft<Record<'subject' | 'text' | 'to', string>>('mass-mail', {
    subject: '',
    text: '',
    to: 'everybody',
  });
  const { sends_mail: sendsMail } = useSite();
  const { subject, text } = values;
  const to = audiences.find((one) => one === values.to) ?? 'everybody';
  const [people, setPeople] = useState<number>();
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/outbox_mails']] });
  const post = async (mode: Mode): Promise<number> =>
    (await take(api.POST('/mass_mails', { body: { subject, text, to, mode } }))).people;
  const isReady = sendsMail && subject.trim() !== '' && text.trim() !== '' && !isSending;
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('admin.massMail')}>
      <h2>{t('admin.massMail')}</h2>
      <MailOff />
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <Select
        label={t('admin.to')}
        choices={audiences.map((id) => ({ id, label: t(`admin.audience.${id}`) }))}
        value={to}
        onChange={(id) => change({ to: id })}
      />
      <TextField label={t('admin.subject')} value={subject} onChange={(next) => change({ subject: next })} />
      <TextField label={t('admin.text')} rows={8} value={text} onChange={(next) => change({ text: next })} />
      <div className={ui.actions}>
        <Button isDisabled={!isReady} onPress={() => void submit(() => post('trial'), t('admin.trialSent'))}>
          {t('admin.sendTrial')}
        </Button>
        <Button
          tone="primary"
          isDisabled={!isReady}
          onPress={() => void submit(async () => setPeople(await post('count')), t('admin.counted'))}
        >
          {t('admin.sendAll')}
        </Button>
      </div>
      {people !== undefined && (
        <FormDialog
          title={t('admin.massMail')}
          action={t('admin.sendTo', { count: people })}
          invalidates={[['/outbox_mails']]}
          toast={t('admin.massMailSent')}
          onClose={() => setPeople(undefined)}
          send={async () => {
            await post('send');
            drop();
          }}
        >
          <p>{t('admin.massMailText', { subject })}</p>
        </FormDialog>
      )}
    </section>
  );
}
