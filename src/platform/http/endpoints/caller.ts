// Whoever waits for the answer to a request, as its handler may ask of them.
import { goneSignal } from '../limits/long-answers.ts';
import type { OverloadGuard } from '../limits/overload.ts';
import type { Caller } from '../routes/route.ts';
import { asReading } from '../pipeline/authenticate.ts';
import type { Callers } from '../pipeline/authenticate.ts';
import type { Exchange, Snapshot, Snapshots } from '../pipeline/exchange.ts';
import { retryOnConflict } from '../pipeline/pipeline.ts';

/** What it takes to ask again who somebody is. */
export interface CallerNeeds<Viewer, S extends Snapshot> {
  callers: Callers<Viewer, S>;
  snapshots: Snapshots<S>;
  overload: OverloadGuard;
}

export class WaitingCaller<Viewer, S extends Snapshot> implements Caller<Viewer> {
  readonly #exchange: Exchange<Viewer, S>;
  readonly #needs: CallerNeeds<Viewer, S>;

  constructor(exchange: Exchange<Viewer, S>, needs: CallerNeeds<Viewer, S>) {
    this.#exchange = exchange;
    this.#needs = needs;
  }

  callerNow(): Promise<Viewer> {
    const { facts, endpoint, snapshot } = this.#exchange;
    const { callers, snapshots } = this.#needs;
    const asked = asReading(facts, endpoint.isChange(this.#exchange));
    return retryOnConflict(
      snapshot,
      () => snapshots.readSnapshot(),
      (at) => callers.identify(asked, endpoint.access ?? 'public', at),
    );
  }

  callerGone(): AbortSignal {
    return goneSignal(this.#exchange.response);
  }

  waitIdle<R>(wait: Promise<R>): Promise<R> {
    return this.#needs.overload.waitIdle(wait);
  }
}
