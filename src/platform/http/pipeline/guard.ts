// If-Match on a change of a thing that has no version of its own: it names the tag of what a GET answers (spec ruling 21).
import { preconditionFailed } from '../../errors.ts';
import { matchesIfMatch } from '../answers/preconditions.ts';
import { createTagger } from '../answers/respond.ts';
import { finishNow } from '../../concurrency/turns.ts';
import type { AddressParts, Caller, RequestFacts, Route } from '../routes/route.ts';

/** Throws preconditionFailed where If-Match names another tag than the GET has now, and what the GET itself throws. */
export type CheckIfMatch<Viewer> = (
  ifMatch: string,
  address: AddressParts,
  reader: Viewer,
  request: RequestFacts,
) => Promise<void>;

type GuardedRoute = Pick<Route<never>, 'method' | 'url' | 'kind' | 'hasOwnGuard'>;

/** The GET whose tag a change of the same path is guarded by; undefined where there is none, or the service looks itself. */
export function findGuardingRoute<R extends GuardedRoute>(change: GuardedRoute, routes: readonly R[]): R | undefined {
  const isChange = change.method === 'PUT' || change.method === 'PATCH' || change.method === 'DELETE';
  if (!isChange || change.hasOwnGuard) return undefined;
  return routes.find(({ method, url, kind }) => method === 'GET' && kind === 'single' && url === change.url);
}

/** The check of one route's If-Match, undefined where nothing guards it. To run in the transaction of the change. */
export function createIfMatchCheck<Viewer>(
  change: Route<Viewer>,
  routes: readonly Route<Viewer>[],
): CheckIfMatch<Viewer> | undefined {
  const get = findGuardingRoute(change, routes);
  if (get === undefined) return undefined;
  const tagOf = createTagger(get);
  return async (ifMatch, address, reader, request) => {
    const caller: Caller<Viewer> = {
      callerNow: () => Promise.resolve(reader),
      callerGone: () => new AbortController().signal,
      waitIdle: (wait) => wait,
    };
    const tag = tagOf(request, await finishNow(get.take(undefined, 'json')).run(address, reader, request, caller));
    if (matchesIfMatch(ifMatch, tag)) return;
    throw preconditionFailed(
      'If-Match names another version than the current one; read it again and repeat the change.',
      tag,
    );
  };
}
