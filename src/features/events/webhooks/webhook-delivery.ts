// Sends single messages of webhooks, and makes them of events.
import type { Clock } from '../../../platform/clock.ts';
import { connectWithinMs, hostOf, NoAnswerError, post } from '../../../platform/outgoing.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { Artifacts } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { SiteService } from '../../site/index.ts';
import type { SeenEvent } from '../log/events.access.ts';
import type { EventViewer } from '../log/event-viewer.ts';
import { eventMessage, signMessage } from './webhook-message.ts';
import type { Message } from './webhook-message.ts';
import type { WebhookRow } from './webhooks.store.ts';

/** What became of a message; `error` is null where the receiver took it. */
export interface Outcome {
  atMs: number;
  durationMs: number;
  httpStatus: number | null;
  error: string | null;
  /** There was no connection. */
  isUnreached: boolean;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);

/**
 * Where there was no connection, why is for operators alone: who makes webhooks could otherwise find out which names and doors a
 * private network has.
 */
const unreached = 'the receiver could not be reached; administrators of the site find why in the log';

/** An outcome for whoever administers the webhook, who could measure what the text keeps from them. */
const unreachedOutcome = (atMs: number): Outcome => ({
  atMs,
  durationMs: connectWithinMs,
  httpStatus: null,
  error: unreached,
  isUnreached: true,
});

/** Those that sign at a time, the newest first. */
function secretsOf(
  { secret, former_secret: former, former_secret_until_ms: untilMs }: WebhookRow,
  atMs: number,
): string[] {
  return former === null || untilMs === null || untilMs <= atMs ? [secret] : [secret, former];
}

/** Never throws: what goes wrong is the outcome. */
export async function sendMessage(
  { site, clock, logger }: { site: SiteService; clock: Clock; logger: Pick<Logger, 'warn'> },
  webhook: WebhookRow,
  message: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  const atMs = clock.nowMs();
  const began = performance.now();
  const finish = (httpStatus: number | null, error: string | null): Outcome => ({
    atMs,
    durationMs: Math.round(performance.now() - began),
    httpStatus,
    error,
    isUnreached: false,
  });
  try {
    const isPrivateAllowed = (await site.current()).settings.outgoing_private_addresses;
    const headers = signMessage(message, secretsOf(webhook, atMs), atMs);
    const status = await post(webhook.url, message.body, { headers, isPrivateAllowed, signal });
    if (status >= 200 && status < 300) return finish(status, null);
    return finish(status, `the receiver answered ${status}${status < 400 ? '; redirects are not followed' : ''}`);
  } catch (error) {
    if (!(error instanceof NoAnswerError) || error.isReached) return finish(null, reasonOf(error));
    logger.warn({ err: error, webhook: webhook.id, host: hostOf(webhook.url) }, 'a webhook reached nobody');
    return unreachedOutcome(atMs);
  }
}

/** The event and, where the reader sees it, the artifact as it is by now. */
export async function messageOf(
  { artifacts, viewEvents }: { artifacts: Artifacts; viewEvents: EventViewer },
  webhookId: number,
  reader: Viewer,
  seen: SeenEvent,
): Promise<Message> {
  const [event] = await viewEvents(reader, [seen]);
  if (event === undefined) throw new Error('an event that is seen has no view');
  const [artifact] = await artifacts.listByIds(reader, [seen.artifactId], { collection: true, byField: false });
  return eventMessage(webhookId, event, artifact?.json);
}

/** The row of what became of a message; the position is null for a trial. */
export const deliveryOf = (
  webhookId: number,
  sent: { position: number | null; kind: string },
  { atMs, durationMs, httpStatus, error }: Outcome,
) => ({
  webhook_id: webhookId,
  ...sent,
  at_ms: atMs,
  duration_ms: durationMs,
  http_status: httpStatus,
  error,
});
