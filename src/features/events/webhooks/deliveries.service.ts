// What became of a webhook's messages, and sending one again.
import type { Static } from 'typebox';
import { setTimeout as pause } from 'node:timers/promises';
import { conflict, notFound, rateLimited } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { DomainError } from '../../../platform/errors.ts';
import { createFairSemaphore } from '../../../platform/concurrency/fair-semaphore.ts';
import type { FairSemaphore } from '../../../platform/concurrency/fair-semaphore.ts';
import { connectWithinMs, hostOf } from '../../../platform/outgoing.ts';
import type { Viewer } from '../../projects/index.ts';
import { readKinds, readSeen } from '../log/event-reader.ts';
import { deliveryOf, messageOf, sendMessage } from './webhook-delivery.ts';
import type { Outcome } from './webhook-delivery.ts';
import { trialMessage } from './webhook-message.ts';
import type { Message } from './webhook-message.ts';
import { findReader, readWebhook } from './webhook-readers.ts';
import type { TurnDeps } from './webhook-turn.ts';
import type { Delivery } from './webhooks.schema.ts';
import * as store from './webhooks.store.ts';
import type { WebhookRow } from './webhooks.store.ts';
import { viewDelivery } from './webhooks.view.ts';

/** All throw notFound for who does not administer the webhook. */
export interface Deliveries {
  /** The last messages, newest first, and how many there are. */
  list(
    viewer: Viewer,
    id: number,
    page: { limit: number; offset: number },
  ): Promise<{ deliveries: Static<typeof Delivery>[]; size: number }>;
  /** Sends an event again, or a trial, at once and out of turn. Throws notFound for an event that is none of this webhook's, and rate-limited where several are tried. */
  send(viewer: Viewer, id: number, event: number | undefined): Promise<Static<typeof Delivery>>;
}

const retryAfterS = 5;

/** Each keeps a request open for as long as the receiver may take. */
const createTrialSemaphore = (): FairSemaphore => {
  const refuse = (): DomainError =>
    rateLimited(says('webhook.trials')`too many webhooks are being tested; try again in a moment`, retryAfterS);
  const queue = { maxWaiting: 0, maxWaitingOfOwner: 0, waitMaxMs: 0 };
  return createFairSemaphore({ total: 16, perOwner: 2, perTarget: 4, ...queue, refuse, refuseOwner: refuse });
};

export function createDeliveries(deps: TurnDeps): Deliveries {
  const { database, clock } = deps;
  const trials = createTrialSemaphore();
  /** Takes as long whatever kept the receiver from being reached, or that would tell what the outcome does not. */
  const trySending = async (row: WebhookRow, message: Message): Promise<Outcome> => {
    const began = performance.now();
    const outcome = await sendMessage(deps, row, message, new AbortController().signal);
    if (outcome.isUnreached) await pause(began + connectWithinMs - performance.now());
    return outcome;
  };
  const makeMessage = async (row: WebhookRow, event: number | undefined): Promise<Message> => {
    if (event === undefined) return trialMessage(row.id, clock.nowMs());
    const reader = await findReader(deps, row);
    if ('key' in reader)
      throw conflict(
        says('webhook.reader')`the webhook no longer has access: ${reader}; save it to use your own permissions`,
      );
    const wish = { kinds: readKinds(undefined), project: row.project_id, tracker: row.tracker_id ?? undefined };
    const { events } = await readSeen(deps, reader, wish, { since: event - 1, limit: 1 });
    const seen = events.find((one) => one.event.position === event);
    if (seen === undefined) throw notFound(says('webhook.no-event')`there is no event ${event} for this webhook`);
    return messageOf(deps, row.id, reader, seen);
  };
  return {
    async list(viewer, id, page) {
      await readWebhook(deps, viewer, id);
      const rows = await store.listDeliveries(database.read, id, page);
      return { deliveries: rows.map(viewDelivery), size: await store.countDeliveries(database.read, id) };
    },
    async send(viewer, id, event) {
      const row = await readWebhook(deps, viewer, id);
      const message = await makeMessage(row, event);
      const share = { owner: `project ${row.project_id}`, target: hostOf(row.url) };
      const outcome = await trials.run(share, () => trySending(row, message));
      const delivery = deliveryOf(id, { position: event ?? null, kind: message.kind }, outcome);
      return viewDelivery(await database.transact((tx) => store.insertDelivery(tx, delivery)));
    },
  };
}
