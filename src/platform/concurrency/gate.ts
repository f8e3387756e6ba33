// Bounds on how much of one kind of work runs at a time, with a queue of limited length before it.

export interface Gate {
  /** Runs the work once there is room; throws what `refuse` gives when too many wait already. */
  run<R>(work: () => Promise<R>): Promise<R>;
  /** Whether nothing runs or waits. */
  isIdle(): boolean;
}

interface Bounds {
  parallel: number;
  maxWaiting: number;
  /** The error for work that finds the queue full. */
  refuse(): Error;
}

/** At most `parallel` works run, the others wait in their order. */
export function createGate({ parallel, maxWaiting, refuse }: Bounds): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= parallel) {
        if (waiting.length >= maxWaiting) throw refuse();
        await new Promise<void>((resolve) => void waiting.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
    isIdle: () => running === 0,
  };
}

/** A gate for each key, so that what concerns one key runs one after the other. */
export function createTurns(bounds: Omit<Bounds, 'parallel'>): <R>(key: string, work: () => Promise<R>) => Promise<R> {
  const gates = new Map<string, Gate>();
  return async (key, work) => {
    const gate = gates.get(key) ?? createGate({ ...bounds, parallel: 1 });
    gates.set(key, gate);
    try {
      return await gate.run(work);
    } finally {
      if (gate.isIdle()) gates.delete(key);
    }
  };
}
