// What the server does beside answering: jobs, mail that goes out, mail that came in.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useI18nMessage } from '../../../platform/errors/use-i18n-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/fields.tsx';
import type { Choice } from '../../../ui/forms/fields.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { pagedQuery } from '../paged.ts';
import { PagedTable } from '../paged-table.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Events } from './events.tsx';
import { SearchIndex } from './search-index.tsx';
import { Link } from '../../../ui/link.tsx';

const jobStates = ['new', 'running', 'warning', 'error', 'done'] as const;
const mailStates = ['waiting', 'failed', 'sent'] as const;
const incomingStates = ['waiting', 'refused', 'ignored', 'done'] as const;

const jobsQuery = (status: (typeof jobStates)[number]) =>
  pagedQuery<Schemas['SystemEvent']>(['/system_event', status], (page, signal) =>
    api.GET('/system_event', { params: { query: { ...page, status } }, signal }),
  );
const outboxQuery = (status: (typeof mailStates)[number]) =>
  pagedQuery<Schemas['OutboxMail']>(['/outbox_mails', status], (page, signal) =>
    api.GET('/outbox_mails', { params: { query: { ...page, status } }, signal }),
  );
const incomingQuery = (status: (typeof incomingStates)[number]) =>
  pagedQuery<Schemas['MailMessage']>(['/mail_messages', status], (page, signal) =>
    api.GET('/mail_messages', { params: { query: { ...page, status } }, signal }),
  );

const colourOf = (status: string): string =>
  /error|failed|refused/i.test(status)
    ? 'fiesta-red'
    : /warn|wait|new/i.test(status)
      ? 'graffiti-yellow'
      : 'neon-green';

/** One of some states, and what chooses another by its name. */
function useChoice<T extends string>(states: readonly T[], first: T): [T, (id: string) => void] {
  const [chosen, setChosen] = useState(first);
  return [chosen, (id) => setChosen(states.find((one) => one === id) ?? first)];
}

const StateChoice = (props: { choices: readonly Choice[]; value: string; onChange(id: string): void }): ReactNode => (
  <div className={css.filters}>
    <Select label={t('admin.status')} {...props} />
  </div>
);

function Jobs(): ReactNode {
  const [status, setStatus] = useChoice(jobStates, 'error');
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/system_event']] });
  const again = (id: number): void =>
    void submit(
      () => settle(api.POST('/system_event/{id}/retry', { params: { path: { id } } })),
      t('admin.jobAgain', { id }),
    );
  return (
    <section className={ui.stack} aria-label={t('admin.jobs')}>
      <h2>{t('admin.jobs')}</h2>
      <StateChoice
        choices={jobStates.map((id) => ({ id, label: t(`admin.state.${id}`) }))}
        value={status}
        onChange={setStatus}
      />
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <PagedTable
        label={t('admin.jobs')}
        nothing={t(status === 'error' ? 'admin.noJobsGivenUp' : 'admin.noJobs')}
        query={jobsQuery(status)}
        heads={[t('admin.number'), t('admin.what'), t('admin.status'), t('admin.details'), t('admin.actions')]}
        keyOf={({ id }) => id}
        cells={(job) => [
          job.id,
          <code key="type">{job.type}</code>,
          <Badge key="status" colour={colourOf(status)}>
            {t(`admin.state.${status}`)}
          </Badge>,
          <span key="log" className={css.details}>
            {job.log}
          </span>,
          /^(?:ERROR|WARNING)$/.test(job.status) ? (
            <Button key="again" isDisabled={isSending} onPress={() => again(job.id)}>
              {t('admin.tryAgain')}
            </Button>
          ) : null,
        ]}
      />
    </section>
  );
}

function Outbox(): ReactNode {
  const [status, setStatus] = useChoice(mailStates, 'failed');
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/outbox_mails']] });
  const again = (id: number): void =>
    void submit(
      () => settle(api.POST('/outbox_mails/{id}/resend', { params: { path: { id } } })),
      t('admin.sentAgain'),
    );
  return (
    <section className={ui.stack} aria-label={t('admin.outbox')}>
      <h2>{t('admin.outbox')}</h2>
      <StateChoice
        choices={mailStates.map((id) => ({ id, label: t(`admin.state.${id}`) }))}
        value={status}
        onChange={setStatus}
      />
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <PagedTable
        label={t('admin.outbox')}
        nothing={t(status === 'failed' ? 'admin.noMailsGivenUp' : 'admin.noMails')}
        query={outboxQuery(status)}
        heads={[t('admin.when'), t('admin.to'), t('admin.subject'), t('admin.details'), t('admin.actions')]}
        keyOf={({ id }) => id}
        cells={(mail) => [
          <When key="when" iso={mail.created_on} />,
          mail.recipient,
          mail.subject,
          <span key="error" className={css.details}>
            {mail.error}
          </span>,
          mail.status === 'failed' ? (
            <Button key="again" isDisabled={isSending} onPress={() => again(mail.id)}>
              {t('admin.sendAgain')}
            </Button>
          ) : null,
        ]}
      />
    </section>
  );
}

function Incoming(): ReactNode {
  const sayI18n = useI18nMessage();
  const [status, setStatus] = useChoice(incomingStates, 'refused');
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/mail_messages']], toast: t('ui.saved') });
  const again = (id: number): void =>
    void submit(() => take(api.POST('/mail_messages/{id}/retry', { params: { path: { id } } })));
  return (
    <section className={ui.stack} aria-label={t('admin.incoming')}>
      <h2>{t('admin.incoming')}</h2>
      <StateChoice
        choices={incomingStates.map((id) => ({ id, label: t(`admin.state.${id}`) }))}
        value={status}
        onChange={setStatus}
      />
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <PagedTable
        label={t('admin.incoming')}
        nothing={t(status === 'refused' ? 'admin.noMailsRefused' : 'admin.noMails')}
        query={incomingQuery(status)}
        heads={[t('admin.when'), t('admin.from'), t('admin.subject'), t('admin.details'), t('admin.actions')]}
        keyOf={({ id }) => id}
        cells={(mail) => [
          <When key="when" iso={mail.received_on} />,
          mail.from ?? mail.envelope_from,
          mail.subject,
          <span key="reason" className={css.details}>
            {sayI18n(mail.i18n, mail.reason ?? '')}
          </span>,
          <span key="actions" className={ui.row}>
            <Link href={`/api/mail_messages/${mail.id}/raw`} download>
              {t('admin.raw')}
            </Link>
            {(mail.status === 'refused' || mail.status === 'ignored') && (
              <Button isDisabled={isSending} onPress={() => again(mail.id)}>
                {t('admin.tryAgain')}
              </Button>
            )}
          </span>,
        ]}
      />
    </section>
  );
}

export const WorkPage = (): ReactNode => (
  <>
    <Jobs />
    <Outbox />
    <Incoming />
    <Events />
    <SearchIndex />
  </>
);
