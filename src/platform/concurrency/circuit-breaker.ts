// A circuit breaker (Nygard, "Release It!"): what did not answer several times in a row is left alone for a while, then tried
// once. So a receiver that hangs costs its time only now and then, and not for each of those who wait for it.
import { isOver } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { createCache } from '../cache/index.ts';

/** The call was not made. */
export class CircuitOpenError extends Error {
  constructor(failures: number) {
    super(`not called, because it gave no answer ${failures} times in a row`);
    this.name = 'CircuitOpenError';
  }
}

export interface CircuitBreaker {
  /** Calls, and throws what the call throws; throws CircuitOpenError without a call while the circuit of this key is open. */
  run<R>(key: string, call: () => Promise<R>): Promise<R>;
}

interface Circuit {
  failures: number;
  /** Open until then; then one call may try. */
  restUntilMs: number;
}

/** `isFailure` says which of a call's errors count; all else closes the circuit. */
export function createCircuitBreaker({
  clock,
  isFailure,
  failuresMax = 5,
  restMs = 60_000,
}: {
  clock: Clock;
  isFailure: (error: unknown) => boolean;
  failuresMax?: number;
  restMs?: number;
}): CircuitBreaker {
  const circuits = createCache<string, Circuit>({ name: 'circuits', maxBytes: 1_048_576, sizeOf: () => 50 });
  const noteFailure = (key: string): void => {
    const failures = (circuits.get(key)?.failures ?? 0) + 1;
    circuits.set(key, { failures, restUntilMs: failures < failuresMax ? 0 : clock.nowMs() + restMs });
  };
  return {
    async run(key, call) {
      const circuit = circuits.get(key);
      if (circuit !== undefined && circuit.failures >= failuresMax) {
        if (!isOver(circuit.restUntilMs, restMs, clock.nowMs())) throw new CircuitOpenError(circuit.failures);
        // Half open: others wait for what becomes of this one.
        circuit.restUntilMs = clock.nowMs() + restMs;
      }
      try {
        const result = await call();
        circuits.delete(key);
        return result;
      } catch (error) {
        if (isFailure(error)) noteFailure(key);
        else circuits.delete(key);
        throw error;
      }
    },
  };
}
