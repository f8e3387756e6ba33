// Brings events to the receivers of webhooks: each webhook's in their order, from its own position in the log on, by one process
// at a time.
import { createLoop, eventsChannel, readLastPosition, settleEvents } from '../../../platform/events/index.ts';
import type { Loop } from '../../../platform/events/index.ts';
import { createRoundRobin, selectFairly } from '../../../platform/concurrency/fair-share.ts';
import type { Share } from '../../../platform/concurrency/fair-share.ts';
import { callBounds, hostOf } from '../../../platform/outgoing.ts';
import { systemTimers } from '../../../platform/concurrency/timers.ts';
import { createTurns, latestTimes } from './webhook-turn.ts';
import type { TurnDeps } from './webhook-turn.ts';
import { listDue } from './webhooks.store.ts';

export interface WebhookSender {
  start(): void;
  /** Waits for messages under way, up to `graceMs`; then they are broken off, and sent again later. */
  stop(graceMs: number): Promise<void>;
  /** Sends all that is due. */
  drain(): Promise<void>;
}

const pollMs = 5000;
const gatherMs = 100;
/** Where so many events meant nothing to a webhook, its position is saved all the same. */
const unsavedMax = 1000;

export function createWebhookSender(deps: TurnDeps): WebhookSender {
  const { database, clock, logger } = deps;
  const stopping = new AbortController();
  const takeTurn = createTurns(deps, stopping.signal);
  let stopListening: (() => void) | undefined;
  let loop: Loop | undefined;
  const serving = new Map<number, Share & { served: Promise<void> }>();
  const order = createRoundRobin();
  const begin = ({ id, ...share }: Share & { id: number }): void => {
    const served = takeTurn(id)
      .catch((error: unknown) => logger.warn({ err: error, webhook: id }, 'a webhook could not be served'))
      .finally(() => {
        serving.delete(id);
        loop?.wake();
      });
    serving.set(id, { ...share, served });
  };
  /** Begins to send what is due; says whether there was any. */
  const look = async (): Promise<boolean> => {
    await settleEvents(database);
    const last = await readLastPosition(database.read);
    const due = await listDue(database.read, { ...latestTimes(clock.nowMs()), farBehind: last - unsavedMax });
    const waiting = due
      .filter(({ id }) => !serving.has(id))
      .map(({ id, project_id, url }) => ({ id, owner: `project ${project_id}`, target: hostOf(url) }));
    const taken = selectFairly(waiting, serving.values(), callBounds, order);
    for (const one of taken) begin(one);
    return taken.length > 0;
  };
  const allServed = (): Promise<unknown> => Promise.all([...serving.values()].map(({ served }) => served));
  const run = async (): Promise<number> => {
    try {
      await look();
    } catch (error) {
      logger.warn({ err: error }, 'webhooks could not be looked at');
    }
    return pollMs;
  };
  return {
    start() {
      loop = createLoop({ timers: systemTimers, gatherMs }, run);
      stopListening = database.listen(eventsChannel, loop.wake);
      loop.wake();
    },
    async stop(graceMs) {
      stopListening?.();
      const cancel = systemTimers.after(graceMs, () => stopping.abort());
      await loop?.stop();
      await allServed();
      cancel();
    },
    async drain() {
      while (await look()) await allServed();
    },
  };
}
