// One turn of a webhook: this process holds it, and sends some of what comes next in the log.
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { storeI18n } from '../../../platform/http/index.ts';
import { hostname } from 'node:os';
import { randomUUID } from 'node:crypto';
import { latestEndMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { VersionConflictError } from '../../../platform/version-conflict.ts';
import type { Artifacts } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { CodeAccess } from '../../source-control/index.ts';
import { readSeen } from '../log/event-reader.ts';
import type { EventViewer } from '../log/event-viewer.ts';
import { readStoredAfter } from '../log/events.store.ts';
import { deliveryOf, messageOf, sendMessage } from './webhook-delivery.ts';
import type { Outcome } from './webhook-delivery.ts';
import { codeMessage, partKinds, readCodeEvents } from './webhook-code.ts';
import { kindsOf } from './webhook-kinds.ts';
import { lossMessage } from './webhook-message.ts';
import type { Message } from './webhook-message.ts';
import { findReader } from './webhook-readers.ts';
import type { ReaderDeps } from './webhook-readers.ts';
import * as store from './webhooks.store.ts';
import type { WebhookRow } from './webhooks.store.ts';

export interface TurnDeps extends ReaderDeps {
  database: Database;
  clock: Clock;
  artifacts: Artifacts;
  code: CodeAccess;
  viewEvents: EventViewer;
  logger: Logger;
}

/** Longer than one message may take. */
const leaseMs = 60_000;
/** How long a turn may go on, so that slow receivers don't keep others waiting. */
const turnMs = 10_000;
/** Events of artifacts, and as many of code, that are read together. */
const pageMax = 5;

const firstDelayMs = 10_000;
const longestDelayMs = 6 * 60 * 60 * 1000;
/** A receiver that took nothing for so long is not asked again by itself. */
const deafAfterMs = 14 * 24 * 60 * 60 * 1000;
const goneStatus = 410;

/** The latest times that a webhook has by a clock that is right. */
export const latestTimes = (nowMs: number): store.Latest => ({
  nowMs,
  latestDueMs: latestEndMs(longestDelayMs, nowMs),
  latestLeaseMs: latestEndMs(leaseMs, nowMs),
});

const delayMs = (failures: number): number => Math.min(firstDelayMs * 3 ** (failures - 1), longestDelayMs);

/** Why the webhook is paused after a failure; undefined where it goes on trying. */
function whyPaused({ failing_since_ms: since }: WebhookRow, { httpStatus, atMs }: Outcome): Said | undefined {
  if (httpStatus === goneStatus)
    return says('webhook.gone')`the receiver responded with 410: it accepts no more messages`;
  if (since !== null && atMs - since >= deafAfterMs)
    return says('webhook.deaf')`the receiver did not accept messages for 14 days`;
  return undefined;
}

const pausedFor = (reason: Said) => ({ status: 'paused', reason: reason.text, i18n_json: storeI18n(reason) }) as const;

/** Another process has taken over. */
class LostWebhookError extends Error {}

/**
 * Takes turns. `signal` breaks off a message under way, which is sent again later. A turn throws where the database or the reading
 * fails; what goes wrong at the receiver is saved.
 */
export function createTurns(deps: TurnDeps, signal: AbortSignal): (id: number) => Promise<void> {
  const { database, clock } = deps;
  /** Saves in the transaction that keeps the webhook held. Throws LostWebhookError. */
  const save = (row: WebhookRow, change: Partial<WebhookRow>, also?: (tx: Writer) => Promise<unknown>): Promise<void> =>
    database.transact(async (tx) => {
      const held = { lease_ends_at_ms: clock.nowMs() + leaseMs, ...change };
      if (!(await store.changeHeld(tx, row.id, row.leased_by ?? '', held))) throw new LostWebhookError();
      await also?.(tx);
    });
  /** Sends a message; false where the receiver did not take it. */
  const bring = async (row: WebhookRow, message: Message, position: number): Promise<boolean> => {
    const outcome = await sendMessage(deps, row, message, signal);
    if (signal.aborted && outcome.error !== null) return false;
    const reason = outcome.error === null ? undefined : whyPaused(row, outcome);
    const failures = row.failures + 1;
    const change: Partial<WebhookRow> =
      outcome.error === null
        ? { position, failures: 0, failing_since_ms: null }
        : {
            failures,
            failing_since_ms: row.failing_since_ms ?? outcome.atMs,
            due_at_ms: clock.nowMs() + delayMs(failures),
            ...(reason === undefined ? {} : pausedFor(reason)),
          };
    const delivery = deliveryOf(row.id, { position, kind: message.kind }, outcome);
    await save(row, change, (tx) => store.insertDelivery(tx, delivery));
    Object.assign(row, change);
    return outcome.error === null;
  };
  /** Sends some of what comes next; false where that is all for the time being. */
  const sendNext = async (row: WebhookRow): Promise<boolean> => {
    const reader = await findReader(deps, row);
    if ('key' in reader) {
      await save(row, pausedFor(reader));
      return false;
    }
    const storedAfter = await readStoredAfter(database.read);
    if (row.position < storedAfter)
      return bring(row, lossMessage(row.id, row.position, storedAfter, clock.nowMs()), storedAfter);
    const { messages, next, isAtEnd } = await readNext(deps, row, reader);
    for (const { position, make } of messages) if (!(await bring(row, await make(), position))) return false;
    if (next > row.position) await save(row, { position: next });
    row.position = next;
    return !isAtEnd && !signal.aborted;
  };
  return async (id) => {
    const nowMs = clock.nowMs();
    const leasedBy = `${hostname()} ${process.pid} ${randomUUID()}`;
    const lease = { leasedBy, endsAtMs: nowMs + leaseMs };
    const row = await database.transact((tx) => store.takeWebhook(tx, id, lease, latestTimes(nowMs)));
    if (row === undefined) return;
    try {
      for (const endsAtMs = performance.now() + turnMs; performance.now() < endsAtMs && (await sendNext(row)););
    } catch (error) {
      // Who took over, or changed the webhook, goes on; where rights changed meanwhile, the next look sees them.
      if (!(error instanceof LostWebhookError || error instanceof VersionConflictError)) throw error;
    } finally {
      await database.transact((tx) => store.changeHeld(tx, id, leasedBy, { leased_by: null }));
    }
  };
}

/** What comes next for a webhook, oldest first: what happened to artifacts and, where it is named, to code. */
async function readNext(deps: TurnDeps, row: WebhookRow, reader: Viewer) {
  const { artifacts: kinds, code: codeKinds } = partKinds(kindsOf(row));
  const project = row.project_id;
  const wanted = { kinds, project, tracker: row.tracker_id ?? undefined };
  const page = await readSeen(deps, reader, wanted, { since: row.position, limit: pageMax });
  const range = { kinds: codeKinds, project, after: row.position, to: page.next, limit: pageMax };
  const code = await readCodeEvents(deps, reader, range);
  const messages = [
    ...page.events.map((seen) => ({
      position: seen.event.position,
      make: () => messageOf(deps, row.id, reader, seen),
    })),
    ...code.events.map((event) => ({ position: event.position, make: () => codeMessage(deps, row.id, reader, event) })),
  ];
  return {
    messages: messages.filter(({ position }) => position <= code.next).sort((a, b) => a.position - b.position),
    next: code.next,
    isAtEnd: page.isAtEnd && code.next === page.next,
  };
}
