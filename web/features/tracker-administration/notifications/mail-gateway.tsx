// Whether mail to the tracker becomes artifacts, and to which address.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, settle, takeTagged } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useDefinition } from '../definition/use-definition.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Link } from '../../../ui/link.tsx';

export function MailGateway(): ReactNode {
  const { tracker } = useDefinition();
  const params = { path: { id: tracker.id } };
  const queryKey = ['/trackers', tracker.id, 'mail_gateway'];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => takeTagged(api.GET('/trackers/{id}/mail_gateway', { params })),
  });
  const { submit, isSending, problem } = useSubmit({ invalidates: [queryKey] });
  const set = (enabled: boolean): void =>
    void submit(() =>
      settle(
        api.PUT('/trackers/{id}/mail_gateway', {
          params: { ...params, ...(data?.etag === undefined ? {} : { header: { 'If-Match': data.etag } }) },
          body: { enabled },
        }),
      ),
    );
  const address = data?.data.artifact_address ?? null;
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('design.notifications.mail')}>
      <h2>{t('design.notifications.mail')}</h2>
      <p className={`${ui.soft} ${ui.small}`}>{t('design.notifications.mailText')}</p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {data === undefined && error === null && <Loading lines={1} />}
      {data !== undefined && (
        <>
          <Checkbox isSelected={data.data.enabled} isDisabled={isSending} onChange={set}>
            {t('design.notifications.takesMail')}
          </Checkbox>
          {data.data.enabled && (
            <p>
              {address === null ? (
                t('design.notifications.noMail')
              ) : (
                <Link href={`mailto:${address}`}>
                  <code>{address}</code>
                </Link>
              )}
            </p>
          )}
        </>
      )}
    </section>
  );
}
