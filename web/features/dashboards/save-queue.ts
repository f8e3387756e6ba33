// What is saved whole as one changes it: each change shows at once, and they are saved one after another, each made of what the
// server had last. Pure but for the store that it is given.

/**
 * What a change makes of the thing as it is now; undefined where it no longer fits. `isTheirs` where somebody else changed it
 * since whoever made the change saw it, so that a place may be another one by now.
 */
export type Change<T> = (now: T, isTheirs: boolean) => T | undefined;

/** A version of the thing. */
export interface Version<T> {
  data: T;
}

export interface Store<V extends Version<unknown>> {
  /** The version that the page knows. */
  known(): V | undefined;
  /** What the page knows from now on. */
  keep(version: V): void;
  read(): Promise<V>;
  /** Saves what was made of a version. Rejects where the server refuses. */
  write(former: V, next: V['data']): Promise<V>;
  /** Whether that refusal says that there is another version. */
  isOld(refusal: unknown): boolean;
}

export interface SaveQueue<T> {
  /** The thing with everything that waits; undefined where nothing does. */
  shown(): T | undefined;
  /** As `shown`, and what the page knows where nothing waits. */
  now(): T | undefined;
  /** Calls `listener` whenever another is shown; returns what ends that. */
  subscribe(listener: () => void): () => void;
  /**
   * Resolves once it is saved. Where somebody else saved meanwhile, it is made of their version; rejects where it does not fit
   * there, or is refused for another reason: then the thing is shown without it.
   */
  add(change: Change<T>): Promise<void>;
}

interface Waiting<T> {
  change: Change<T>;
  /** What said that somebody else had saved since this change was made. */
  refusal?: Error;
}

/** Versions of others that a change is put together with before that is given up. */
const othersMax = 3;

export function createSaveQueue<T, V extends Version<T>>(store: Store<V>): SaveQueue<T> {
  const waiting: Waiting<T>[] = [];
  const listeners = new Set<() => void>();
  let base: V | undefined;
  let shown: T | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const make = (now: T, { change, refusal }: Waiting<T>): T | undefined => change(now, refusal !== undefined);
  const show = (): void => {
    shown =
      base === undefined || waiting.length === 0
        ? undefined
        : waiting.reduce<T>((now, one) => make(now, one) ?? now, base.data);
    for (const listener of listeners) listener();
  };
  const send = async (one: Waiting<T>, others = 0): Promise<V> => {
    const from = (base ??= await store.read());
    const next = make(from.data, one);
    if (next === undefined) {
      if (one.refusal !== undefined) throw one.refusal;
      return from;
    }
    try {
      return await store.write(from, next);
    } catch (refusal) {
      // Unreachable servers leave what was known last.
      base = await store.read().catch(() => from);
      if (!(refusal instanceof Error) || !store.isOld(refusal) || others === othersMax) throw refusal;
      for (const each of waiting) each.refusal = refusal;
      show();
      return send(one, others + 1);
    }
  };
  const saveFirst = async (one: Waiting<T>): Promise<void> => {
    try {
      base = await send(one);
    } finally {
      // What is known and what waits change at once, so that nothing is shown twice, or not at all.
      waiting.shift();
      if (base !== undefined) store.keep(base);
      if (waiting.length === 0) base = undefined;
      show();
    }
  };
  return {
    shown: () => shown,
    now: () => shown ?? store.known()?.data,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(change) {
      const one = { change };
      if (waiting.length === 0) base = store.known();
      waiting.push(one);
      show();
      const saved = last.then(() => saveFirst(one));
      last = saved.catch(() => undefined);
      return saved;
    },
  };
}
