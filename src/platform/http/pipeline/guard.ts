// Changes of a thing that a GET answers: If-Match names the GET's tag where the thing has no version of its own (spec ruling 21).
import { preconditionFailed } from '../../errors.ts';
import { says } from '../../texts/said.ts';
import { matchesIfMatch } from '../answers/preconditions.ts';
import { createTagger } from '../answers/respond.ts';
import { finishNow } from '../../concurrency/turns.ts';
import type { Access, AddressParts, Caller, RequestFacts, Route } from '../routes/route.ts';

interface GuardedRequest<Moment> {
  request: RequestFacts;
  address: AddressParts;
  moment: Moment;
}

/** Who somebody is; as in ServerOptions. */
interface Identifying<Viewer, Moment> {
  identify(request: RequestFacts, access: Access, moment: Moment): Promise<Viewer>;
}

export interface ChangeGuard {
  /** Gives a check that throws preconditionFailed where If-Match names another tag than the GET has now, and what the GET itself throws. */
  prepare(ifMatch: string): Promise<() => Promise<void>>;
}

type GuardedRoute = Pick<Route<never>, 'method' | 'url' | 'kind' | 'hasOwnGuard'>;

/** The GET whose tag a change of the same path is guarded by; undefined where there is none, or the service looks itself. */
export function findGuardingRoute<R extends GuardedRoute>(change: GuardedRoute, routes: readonly R[]): R | undefined {
  const isChange = change.method === 'PUT' || change.method === 'PATCH' || change.method === 'DELETE';
  if (!isChange || change.hasOwnGuard) return undefined;
  return routes.find(({ method, url, kind }) => method === 'GET' && kind === 'single' && url === change.url);
}

/** The guard of one route's changes, undefined where there is no such GET. Its check is to run in the transaction of the change. */
export function createChangeGuard<Viewer, Moment>(
  change: Route<Viewer>,
  routes: readonly Route<Viewer>[],
  identifying: Identifying<Viewer, Moment>,
): ((guarded: GuardedRequest<Moment>) => ChangeGuard) | undefined {
  const get = findGuardingRoute(change, routes);
  if (get === undefined) return undefined;
  const tagOf = createTagger(get);
  return ({ request: sent, address, moment }) => {
    const request = { ...sent, method: 'GET' };
    const identifyReader = (): Promise<Viewer> => identifying.identify(request, change.access, moment);
    const readTag = async (reader: Viewer): Promise<string> => {
      const caller: Caller<Viewer> = {
        callerNow: () => Promise.resolve(reader),
        callerGone: () => new AbortController().signal,
        waitIdle: (wait) => wait,
      };
      return tagOf(request, await finishNow(get.take(undefined, 'json')).run(address, reader, request, caller));
    };
    return {
      async prepare(ifMatch) {
        const reader = await identifyReader();
        return async () => {
          const tag = await readTag(reader);
          if (matchesIfMatch(ifMatch, tag)) return;
          throw preconditionFailed(
            says(
              'version.other',
            )`If-Match names another version than the current one; read it again and repeat the change.`,
            tag,
          );
        };
      },
    };
  };
}
