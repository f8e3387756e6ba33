// How much of the thread each client had lately, so that who had much does not hold up who had little, in however many requests.
import { createCache } from '../cache/index.ts';

const halvedAfterMs = 1000;
/** What one client had of the thread. */
export interface WorkedTime {
  /** Milliseconds, of which a second later half count. */
  lately(nowMs: number): number;
  add(ms: number, nowMs: number): void;
}

function createWorkedTime(): WorkedTime {
  let workedMs = 0;
  let atMs = 0;
  const lately = (nowMs: number): number => workedMs * 0.5 ** ((nowMs - atMs) / halvedAfterMs);
  return {
    lately,
    add(ms, nowMs) {
      workedMs = lately(nowMs) + ms;
      atMs = nowMs;
    },
  };
}

/** Of all clients, by a name for each, such as an account or an address. */
export function createWorkedTimes(): { of(client: string): WorkedTime } {
  const byClient = createCache<string, WorkedTime>({ name: 'worked_times', maxBytes: 2_097_152, sizeOf: () => 100 });
  return {
    of(client) {
      const known = byClient.get(client) ?? createWorkedTime();
      byClient.set(client, known);
      return known;
    },
  };
}
