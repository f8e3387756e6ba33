// How much of the thread each client had lately, so that who had much does not hold up who had little, in however many requests.
import { createDropOldest } from '../drop-oldest.ts';

const halvedAfterMs = 1000;
/** Who came longest ago is forgotten first. */
const clientsMax = 10_000;

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
  const byClient = new Map<string, WorkedTime>();
  const dropOldest = createDropOldest(byClient);
  return {
    of(client) {
      const known = byClient.get(client) ?? createWorkedTime();
      byClient.delete(client);
      byClient.set(client, known);
      if (byClient.size > clientsMax) dropOldest();
      return known;
    },
  };
}
