// How long a client may keep a permit that others wait for: a time budget, which what it sends or takes earns anew.
import { tooSlow } from '../../../platform/errors.ts';

export interface TimeBudget {
  /** How long a client may do nothing at all, and how much time it can put by. */
  graceMs: number;
  /** What it must send or take on average. */
  leastBytesPerS: number;
}

/** For a modem it is enough. */
export const transferBudget: TimeBudget = { graceMs: 30_000, leastBytesPerS: 8192 };

interface Countdown {
  /** The client has so many bytes more. */
  earn(bytes: number): void;
  /** Waiting for the client begins; `onLate` is called once it takes longer than is left. What it gives ends the waiting. */
  begin(onLate: () => void): () => void;
}

function createCountdown({ graceMs, leastBytesPerS }: TimeBudget): Countdown {
  let leftMs = graceMs;
  return {
    earn(bytes) {
      leftMs = Math.min(graceMs, leftMs + (bytes / leastBytesPerS) * 1000);
    },
    begin(onLate) {
      const startMs = performance.now();
      const timer = setTimeout(onLate, Math.max(0, leftMs)).unref();
      return () => {
        clearTimeout(timer);
        leftMs -= performance.now() - startMs;
      };
    },
  };
}

const slowBody = ({ graceMs, leastBytesPerS }: TimeBudget) =>
  tooSlow(
    `the request came too slowly: after ${graceMs / 1000} seconds there must be ${leastBytesPerS} bytes a second on average`,
  );

/** The chunks of a body as they come; throws too-slow where they do not come fast enough. */
export async function* readInTime(
  body: AsyncIterable<Uint8Array>,
  budget: TimeBudget,
): AsyncGenerator<Uint8Array, void> {
  const countdown = createCountdown(budget);
  const source = body[Symbol.asyncIterator]();
  for (;;) {
    const late = Promise.withResolvers<never>();
    const end = countdown.begin(() => late.reject(slowBody(budget)));
    const next = await Promise.race([source.next(), late.promise]).finally(end);
    if (next.done === true) return;
    countdown.earn(next.value.length);
    yield next.value;
  }
}

/** The chunks of an answer; `onLate` is called once, while its client takes them too slowly. */
export async function* writeInTime(
  chunks: AsyncIterable<Uint8Array>,
  budget: TimeBudget,
  onLate: () => void,
): AsyncGenerator<Uint8Array, void> {
  const countdown = createCountdown(budget);
  for await (const chunk of chunks) {
    const end = countdown.begin(onLate);
    try {
      yield chunk;
    } finally {
      end();
    }
    countdown.earn(chunk.length);
  }
}
