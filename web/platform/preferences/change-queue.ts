// Changes of named values that the page shows at once and the server keeps: sent one after another, so that of two the later one
// stays, and taken back where the server refuses.

export interface Entry {
  key: string;
  value: string;
}

export interface Change {
  key: string;
  /** false takes it back. */
  value: string | false;
}

/** Where changes are shown, and whom they are sent to. */
export interface Place {
  /** undefined before they were read. */
  known(): readonly Entry[] | undefined;
  show(entries: readonly Entry[]): void;
  /** Rejects where it was not kept. */
  send(change: Change): Promise<void>;
  /** Has them read anew, and shown. */
  readAnew(): Promise<void>;
}

/** Of a key with changes that are not sent yet. */
interface Pending {
  left: number;
  /** What the server has; undefined: nothing. */
  kept: string | undefined;
  /** What the last of the changes wants. */
  wanted: string | undefined;
}

/**
 * Shows a change at once and sends it behind those before it. Rejects where the server refuses; what it has is shown again then, unless
 * a later change of the same key waits. What was changed before it was read is read anew once all is sent.
 */
export function createChangeQueue(): (place: Place, change: Change) => Promise<void> {
  const keys = new Map<string, Pending>();
  let last: Promise<unknown> = Promise.resolve();
  let isUnread = false;
  return (place, change) => {
    const { key, value } = change;
    const known = place.known();
    if (known === undefined) isUnread = true;
    const wanted = value === false ? undefined : value;
    const pending = keys.get(key) ?? { left: 0, kept: valueIn(known ?? [], key), wanted };
    keys.set(key, pending);
    pending.left += 1;
    pending.wanted = wanted;
    put(place, key, wanted);
    const sent = last.then(async () => {
      try {
        await place.send(change);
        pending.kept = wanted;
        // What was read meanwhile may be older.
        put(place, key, pending.wanted);
      } catch (error) {
        if (pending.left === 1) put(place, key, pending.kept);
        throw error;
      } finally {
        pending.left -= 1;
        if (pending.left === 0) keys.delete(key);
        if (keys.size === 0 && isUnread) {
          isUnread = false;
          await place.readAnew();
        }
      }
    });
    last = sent.catch(() => undefined);
    return sent;
  };
}

/** undefined where there is none. */
export const valueIn = (entries: readonly Entry[], key: string): string | undefined =>
  entries.find((entry) => entry.key === key)?.value;

function put(place: Place, key: string, value: string | undefined): void {
  const known = place.known();
  if (known === undefined || valueIn(known, key) === value) return;
  const others = known.filter((entry) => entry.key !== key);
  place.show(value === undefined ? others : [...others, { key, value }]);
}
