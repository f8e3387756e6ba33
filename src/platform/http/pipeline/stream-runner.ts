// Runs routes of addStreams in the order of all requests.
import type { ServerOptions } from './server-options.ts';
import { unavailable } from '../../errors.ts';
import { runAsTask, workFor } from '../../concurrency/turns.ts';
import { StaleMomentError } from '../../stale-moment.ts';
import type { OverloadGuard } from '../limits/overload.ts';
import { factsOf } from '../routes/route.ts';
import { admitNow } from './admission.ts';
import type { Admission, Arrivals, Moments } from './admission.ts';
import { runAtOneMoment } from './one-moment.ts';
import type { RunStream } from './streams.ts';

/** In the order of all requests, but for the body, which the handler reads. */
export function createStreamRunner<Viewer, Moment extends Admission>(
  options: Pick<ServerOptions<Viewer, Moment>, 'identify' | 'clientOf' | 'changeAs' | keyof Moments<Moment>>,
  arrivals: Arrivals<Moment>,
  overload: OverloadGuard,
): RunStream<Viewer> {
  return async (request, route, work) => {
    const { connection, moment } = arrivals.get(request.raw) ?? (await admitNow(request, options));
    const sent = { ...factsOf(request, connection, 'json'), isDocument: route.isDocument === true };
    const keyScopes = route.keyScopes?.(sent);
    const facts = keyScopes === undefined ? sent : { ...sent, keyScopes };
    const isChange = route.isChange(facts);
    const waits = route.waitsForBytes?.(facts) === true;
    const momentNow = async (): Promise<Moment> => (await admitNow(request, options)).moment;
    const changeNow = async <R>(change: (viewer: Viewer) => Promise<R>): Promise<R> =>
      runAtOneMoment(await momentNow(), momentNow, async (at) => {
        const viewer = await options.identify(facts, route.access, at);
        return options.changeAs(viewer, () => change(viewer));
      });
    const runAt = async (at: Moment) => {
      // Some read by POST.
      const viewer = await options.identify(isChange ? facts : { ...facts, method: 'GET' }, route.access, at);
      await workFor(options.clientOf(viewer, facts));
      const run = () => work(viewer, { ...facts, changeNow });
      try {
        return await (isChange && !waits ? options.changeAs(viewer, run) : run());
      } catch (error) {
        if (!(error instanceof StaleMomentError) || !request.raw.readableDidRead) throw error;
        throw unavailable('the site changed while the bytes came; ask where to go on, and go on', error);
      }
    };
    const runAll = () => runAtOneMoment(moment, momentNow, runAt);
    // What waits for a slow client's bytes is no work.
    return isChange || waits ? runAll() : overload.run(() => runAsTask(runAll));
  };
}
