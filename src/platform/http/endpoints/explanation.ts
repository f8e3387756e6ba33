// Changes by somebody who sees more while reading: what their GET shows is forbidden to change, not missing.
import { finishNow } from '../../concurrency/time-slices.ts';
import { DomainError, forbidden } from '../../errors.ts';
import { says } from '../../texts/said.ts';
import { absentCaller } from '../routes/route.ts';
import type { Access, AddressParts, Answer, RequestFacts, Route } from '../routes/route.ts';

/** Who somebody is; see Callers. */
interface Identifying<Viewer, S> {
  identify(request: RequestFacts, access: Access, snapshot: S): Promise<Viewer>;
  seesMore?(reading: Viewer, changing: Viewer): boolean;
}

interface AskedChange<Viewer, S> {
  request: RequestFacts;
  address: AddressParts;
  viewer: Viewer;
  snapshot: S;
}

/** Runs a change. Throws what it fails with, but forbidden where its caller reads what it did not find. */
type RunExplained<Viewer, S> = (change: AskedChange<Viewer, S>, run: () => Promise<Answer>) => Promise<Answer>;

const paramsOf = (url: string): string[] =>
  url.split('/').flatMap((part) => (part.startsWith(':') ? part.slice(1) : []));

/**
 * Those GETs that show what a change is about: of `shownAt`, of its own path, and of paths above it that name something, the nearest first.
 */
function listShowingRoutes<R extends Pick<Route<never>, 'method' | 'url' | 'produces'>>(
  { url, shownAt }: Pick<Route<never>, 'url' | 'shownAt'>,
  routes: readonly R[],
): R[] {
  const parts = url.split('/');
  const above = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
  const urls = [...(shownAt === undefined ? [] : [shownAt]), ...above].filter((one) => paramsOf(one).length > 0);
  return urls.flatMap(
    (one) => routes.find((get) => get.method === 'GET' && get.url === one && get.produces === undefined) ?? [],
  );
}

/** Just runs the change where no GET shows what it is about. */
export function createExplanation<Viewer, S>(
  change: Route<Viewer>,
  routes: readonly Route<Viewer>[],
  { identify, seesMore }: Identifying<Viewer, S>,
): RunExplained<Viewer, S> {
  const gets = change.method === 'GET' ? [] : listShowingRoutes(change, routes);
  if (gets.length === 0 || seesMore === undefined) return (_change, run) => run();
  const explain = async (
    error: unknown,
    { request: sent, address, viewer, snapshot }: AskedChange<Viewer, S>,
  ): Promise<never> => {
    if (!(error instanceof DomainError) || error.kind !== 'not-found') throw error;
    const request = { ...sent, method: 'GET' };
    const reader = await identify(request, change.access, snapshot);
    if (!seesMore(reader, viewer)) throw error;
    for (const get of gets) {
      if (!(await isShown(get, address, request, reader))) continue;
      // What is missing for both is no matter of rights.
      if (await isShown(get, address, request, viewer)) throw error;
      throw forbidden(says('guard.read-only')`you have read-only access`);
    }
    throw error;
  };
  return (asked, run) => run().catch((error: unknown) => explain(error, asked));
}

/** Whether the GET answers the viewer; where it asks for more than the change, nobody knows. */
async function isShown<Viewer>(
  get: Route<Viewer>,
  { params }: AddressParts,
  request: RequestFacts,
  viewer: Viewer,
): Promise<boolean> {
  const named = new Set(paramsOf(get.url));
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(typeof params === 'object' ? (params ?? {}) : {}))
    if (named.has(name)) own[name] = value;
  try {
    await finishNow(get.take(undefined, 'json')).run({ params: own, query: {} }, viewer, request, absentCaller(viewer));
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
