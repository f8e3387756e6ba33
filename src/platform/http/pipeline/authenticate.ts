// Who calls. What was proved of lasting credentials holds for later reads until anything is committed.
import { isSliceOver, lowerPriority, yieldSlice, workFor } from '../../concurrency/time-slices.ts';
import { createCache } from '../../cache/index.ts';
import type { Clock } from '../../clock.ts';
import type { Access, RequestFacts } from '../routes/route.ts';
import { isRead } from './admit.ts';
import type { Exchange, Snapshot, Step } from './exchange.ts';

/** What the product knows of callers. */
export interface Callers<Viewer, S> {
  /** Who is calling; throws unauthenticated or forbidden. With access `public` it does not look at credentials. */
  identify(request: RequestFacts, access: Access, snapshot: S): Promise<Viewer>;
  /**
   * The credentials of a request as one text, with all else in its headers that decides what they prove, where that can be cached;
   * undefined for others. Without it nobody is.
   */
  nameLastingCredentials?(request: Pick<RequestFacts, 'headers' | 'isEncrypted'>): string | undefined;
  /**
   * Until when, in milliseconds since the epoch, what was found out about the caller stays true where nothing is committed;
   * undefined where it has to be found out anew for each request.
   */
  validUntilMs(viewer: Viewer): number | undefined;
  /** By which name use of the thread is counted. */
  clientOf(viewer: Viewer, request: RequestFacts): string;
}

/** In characters; what browsers and programs send is shorter. */
const credentialsMax = 2000;

/** Everything that decides who calls; undefined where that is proved anew each time. */
function nameCaller(
  { nameLastingCredentials }: Pick<Callers<never, never>, 'nameLastingCredentials'>,
  facts: RequestFacts,
  access: Access,
): string | undefined {
  if (facts.dataVersion === undefined || facts.keyScopes !== undefined) return undefined;
  const credentials = nameLastingCredentials?.(facts);
  if (credentials === undefined || credentials.length > credentialsMax) return undefined;
  return `${access} ${facts.isEncrypted} ${facts.address}\n${credentials}`;
}

/** The caller as they are when they read, whatever the method; or as who changes something. */
export const asReading = (facts: RequestFacts, isChange: boolean): RequestFacts =>
  isChange || isRead(facts) ? facts : { ...facts, method: 'GET' };

export function createAuthentication<Viewer, S extends Snapshot>(
  callers: Callers<Viewer, S>,
  clock: Clock,
): Step<Viewer, S> {
  const known = createCache<string, { viewer: Viewer; endsAtMs: number }>({
    name: 'callers',
    maxBytes: 5_242_880,
    sizeOf: () => 400,
  });
  const accept = (exchange: Exchange<Viewer, S>, viewer: Viewer): Promise<void> | void => {
    exchange.viewer = viewer;
    return workFor(callers.clientOf(viewer, exchange.facts)) ?? (isSliceOver() ? yieldSlice() : undefined);
  };
  const identify = (exchange: Exchange<Viewer, S>, access: Access): Promise<void> | void => {
    const { facts, endpoint, snapshot } = exchange;
    const name = nameCaller(callers, facts, access);
    const found = name === undefined ? undefined : known.get(name, facts.dataVersion);
    if (found !== undefined && clock.nowMs() < found.endsAtMs) return accept(exchange, found.viewer);
    const asked = asReading(facts, endpoint.isChange(exchange));
    return callers.identify(asked, access, snapshot).then((viewer) => {
      const endsAtMs = name === undefined ? undefined : callers.validUntilMs(viewer);
      if (name !== undefined && endsAtMs !== undefined) known.set(name, { viewer, endsAtMs }, facts.dataVersion);
      return accept(exchange, viewer);
    });
  };
  return (exchange) => {
    const { access, givesWay } = exchange.endpoint;
    if (access === undefined) return undefined;
    return givesWay === true ? lowerPriority().then(() => identify(exchange, access)) : identify(exchange, access);
  };
}
