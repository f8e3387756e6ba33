// Programs that are told of every event of a tracker or a project: what they took, what failed, and sending it again.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useI18nMessage } from '../../../platform/errors/use-i18n-message.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { hasAnyKind, KindChoice, KindsDialog, sayKinds } from './webhook-kinds.tsx';
import type { Kinds } from './webhook-kinds.tsx';

type Webhook = Schemas['Webhook'];

const shownMax = 20;

/** What became of a message that was not taken. Where nobody answered, only the server's own words tell more. */
const sayFailure = ({ http_status: status, error }: Schemas['WebhookDelivery']): string =>
  status === null
    ? (error ?? '')
    : t(status < 400 ? 'design.notifications.redirected' : 'design.notifications.answered', { status: String(status) });

function Deliveries({ webhook }: { webhook: Webhook }): ReactNode {
  const params = { path: { id: webhook.id } };
  const queryKey = ['/webhooks', webhook.id, 'deliveries'];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => take(api.GET('/webhooks/{id}/deliveries', { params: { ...params, query: { limit: shownMax } } })),
  });
  const { submit, isSending, problem } = useSubmit({ invalidates: [queryKey] });
  const send = (event: number | null): void =>
    void submit(() => settle(api.POST('/webhooks/{id}/deliveries', { params, body: event === null ? {} : { event } })));
  return (
    <>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div>
        <Button isDisabled={isSending} onPress={() => send(null)}>
          {t('design.notifications.try')}
        </Button>
      </div>
      {data === undefined && error === null && <Loading />}
      {data?.length === 0 && <p className={ui.soft}>{t('design.notifications.noDeliveries')}</p>}
      <ul className={css.changes}>
        {data?.map((delivery) => (
          <li key={delivery.id}>
            <Badge colour={delivery.error === null ? 'acid-green' : 'fiesta-red'}>
              {delivery.http_status ?? t('design.notifications.unreached')}
            </Badge>
            <span className={ui.grow}>
              {delivery.event === null ? t('design.notifications.trial') : delivery.kind} · <When iso={delivery.at} />
              {delivery.error !== null && <span className={`${ui.soft} ${ui.small}`}> · {sayFailure(delivery)}</span>}
            </span>
            {delivery.event !== null && (
              <Button isDisabled={isSending} onPress={() => send(delivery.event)}>
                {t('design.notifications.again')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface HookProps {
  webhook: Webhook;
  queryKey: readonly unknown[];
  onChange(work: () => Promise<unknown>): void;
}

function Hook({ webhook, queryKey, onChange }: HookProps): ReactNode {
  const [isChoosing, setChoosing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const sayI18n = useI18nMessage();
  const params = { path: { id: webhook.id } };
  const isPaused = webhook.status === 'paused';
  return (
    <li>
      <span className={ui.grow}>
        <code>{webhook.url}</code>{' '}
        <Badge colour={isPaused ? 'graffiti-yellow' : webhook.failures > 0 ? 'fiesta-red' : 'acid-green'}>
          {isPaused
            ? t('design.notifications.paused')
            : webhook.failures > 0
              ? t('design.notifications.failing', { count: webhook.failures })
              : t('design.notifications.active')}
        </Badge>
        <span className={`${ui.soft} ${ui.small}`}> {sayKinds(webhook.kinds)}</span>
        {webhook.reason !== null && (
          <span className={`${ui.soft} ${ui.small}`}> {sayI18n(webhook.i18n, webhook.reason)}</span>
        )}
      </span>
      <Button onPress={() => setChoosing(true)} aria-label={t('hooks.kindsOf', { url: webhook.url })}>
        {t('hooks.kinds')}
      </Button>
      <Button onPress={() => setOpen(true)} aria-label={t('design.notifications.deliveriesOf', { url: webhook.url })}>
        {t('design.notifications.deliveries')}
      </Button>
      <Button
        onPress={() =>
          onChange(() =>
            settle(api.PATCH('/webhooks/{id}', { params, body: { status: isPaused ? 'active' : 'paused' } })),
          )
        }
      >
        {t(isPaused ? 'design.notifications.resume' : 'design.notifications.pause')}
      </Button>
      <Button tone="danger" onPress={() => setRemoving(true)}>
        {t('design.notifications.remove')}
      </Button>
      {isChoosing && <KindsDialog webhook={webhook} queryKey={queryKey} onClose={() => setChoosing(false)} />}
      <Dialog title={t('design.notifications.deliveries')} isOpen={isOpen} onClose={() => setOpen(false)} isWide>
        <p>
          <code>{webhook.url}</code>
        </p>
        {isOpen && <Deliveries webhook={webhook} />}
      </Dialog>
      <Dialog title={t('design.notifications.removeHook')} isOpen={isRemoving} onClose={() => setRemoving(false)}>
        <p>{t('design.notifications.removeHookText', { url: webhook.url })}</p>
        <div className={ui.actions}>
          <Button onPress={() => setRemoving(false)}>{t('ui.cancel')}</Button>
          <Button
            tone="danger"
            onPress={() => {
              setRemoving(false);
              onChange(() => settle(api.DELETE('/webhooks/{id}', { params })));
            }}
          >
            {t('design.notifications.remove')}
          </Button>
        </div>
      </Dialog>
    </li>
  );
}

interface Owner {
  kind: 'trackers' | 'projects';
  id: number;
}

export function Webhooks({ kind, id }: Owner): ReactNode {
  const params = { path: { id } };
  const queryKey = [`/${kind}`, id, 'webhooks'];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => take(api.GET(`/${kind}/{id}/webhooks`, { params })),
  });
  const { submit, isSending, problem } = useSubmit({ invalidates: [queryKey] });
  const [url, setUrl] = useState('');
  const [kinds, setKinds] = useState<Kinds>(null);
  const [secret, setSecret] = useState<string>();
  const add = async (): Promise<void> => {
    const body = { url: url.trim(), kinds: kinds && [...kinds] };
    await submit(async () => {
      const made = await take(api.POST(`/${kind}/{id}/webhooks`, { params, body }));
      setSecret(made.secret);
      setKinds((now) => (now === kinds ? null : now));
      setUrl((now) => (now === url ? '' : now));
    });
  };
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('design.notifications.webhooks')}>
      <h2>{t('design.notifications.webhooks')}</h2>
      <p className={`${ui.soft} ${ui.small}`}>{t('design.notifications.webhooksText')}</p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {secret !== undefined && (
        <Notice kind="success">
          {t('design.notifications.secret')} <code>{secret}</code>
        </Notice>
      )}
      {data === undefined && error === null && <Loading lines={2} />}
      {data !== undefined && data.length > 0 && (
        <ul className={css.changes}>
          {data.map((webhook) => (
            <Hook key={webhook.id} {...{ webhook, queryKey }} onChange={(work) => void submit(work)} />
          ))}
        </ul>
      )}
      <form
        className={ui.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextField
          label={t('design.notifications.newHook')}
          placeholder="https://"
          type="url"
          value={url}
          onChange={setUrl}
        />
        <KindChoice kinds={kinds} isOfProject={kind === 'projects'} onChange={setKinds} />
        <div>
          <Button type="submit" isDisabled={isSending || url.trim() === '' || !hasAnyKind(kinds)}>
            {t('design.notifications.addHook')}
          </Button>
        </div>
      </form>
    </section>
  );
}
