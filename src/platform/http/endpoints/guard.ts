// Changes of a thing that a GET answers: If-Match names the GET's tag where the thing has no version of its own (spec ruling 21).
import { preconditionFailed } from '../../errors.ts';
import { says } from '../../texts/said.ts';
import { matchesIfMatch } from '../answers/preconditions.ts';
import { createTagger } from '../answers/respond.ts';
import { finishNow } from '../../concurrency/time-slices.ts';
import { absentCaller } from '../routes/route.ts';
import type { Access, AddressParts, RequestFacts, Route } from '../routes/route.ts';

interface GuardedRequest<S> {
  request: RequestFacts;
  address: AddressParts;
  snapshot: S;
}

/** Who somebody is; see Callers. */
interface Identifying<Viewer, S> {
  identify(request: RequestFacts, access: Access, snapshot: S): Promise<Viewer>;
}

/** Gives a check that throws preconditionFailed where If-Match names another tag than the GET has now, and what the GET itself throws. */
type ChangeGuard<S> = (guarded: GuardedRequest<S>, ifMatch: string) => Promise<() => Promise<void>>;

type GuardedRoute = Pick<Route<never>, 'method' | 'url' | 'kind' | 'hasOwnGuard'>;

/** The GET whose tag a change of the same path is guarded by; undefined where there is none, or the service looks itself. */
export function findGuardingRoute<R extends GuardedRoute>(change: GuardedRoute, routes: readonly R[]): R | undefined {
  const isChange = change.method === 'PUT' || change.method === 'PATCH' || change.method === 'DELETE';
  if (!isChange || change.hasOwnGuard) return undefined;
  return routes.find(({ method, url, kind }) => method === 'GET' && kind === 'single' && url === change.url);
}

/** The guard of one route's changes, undefined where there is no such GET. Its check is to run in the transaction of the change. */
export function createChangeGuard<Viewer, S>(
  change: Route<Viewer>,
  routes: readonly Route<Viewer>[],
  { identify }: Identifying<Viewer, S>,
): ChangeGuard<S> | undefined {
  const get = findGuardingRoute(change, routes);
  if (get === undefined) return undefined;
  const tagOf = createTagger(get);
  return async ({ request: sent, address, snapshot }, ifMatch) => {
    const request = { ...sent, method: 'GET' };
    const reader = await identify(request, change.access, snapshot);
    return async () => {
      const bound = finishNow(get.take(undefined, 'json'));
      const tag = tagOf(request, await bound.run(address, reader, request, absentCaller(reader)));
      if (matchesIfMatch(ifMatch, tag)) return;
      throw preconditionFailed(
        says(
          'version.other',
        )`If-Match refers to another version than the current one; read it again and repeat the change.`,
        tag,
      );
    };
  };
}
