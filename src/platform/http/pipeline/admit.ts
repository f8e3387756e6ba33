// Whether a request is worked on at all: what holds just now, over what connection it comes, and whether that will do.
import { DomainError, invalid } from '../../errors.ts';
import type { Logger } from '../../observability/logger.ts';
import { createThrottle } from '../../concurrency/throttle.ts';
import type { OverloadGuard } from '../limits/overload.ts';
import { isOpenedByNobody } from '../routes/page-request.ts';
import { connectionOf, isAdmitted, requireEncryption } from '../routes/transport.ts';
import type { Connection } from '../routes/transport.ts';
import type { Exchange, Snapshot, Snapshots, Step } from './exchange.ts';

const headersMax = 200; // Headers of one request; more are answered 431.
const warnIntervalMs = 10_000;

export const isRead = ({ method }: { method: string }): boolean => method === 'GET' || method === 'HEAD';

/**
 * Refuses what there is no room for, and plain HTTP, before anything else is looked at, credentials included. The version of the data is
 * read before the snapshot: what is cached at that version was proved by a snapshot that is no older than the latest one.
 */
export function createAdmission<Viewer, S extends Snapshot>(
  { readSnapshot, latestSnapshot, readDataVersion }: Snapshots<S>,
  overload: OverloadGuard,
  logger: Logger,
): Step<Viewer, S> {
  const warn = createThrottle(warnIntervalMs, (count) =>
    logger.warn({ count }, 'requests were refused with 503, because there is more to do than can be done in time'),
  );
  const requireRoom = ({ request, isRetried }: Exchange<Viewer, S>): void => {
    const refusal = isRetried ? undefined : overload.findRefusal();
    if (refusal !== undefined) {
      warn();
      throw refusal;
    }
    if (request.rawHeaders.length > 2 * headersMax)
      throw new DomainError('headers-too-large', `the request has more than ${headersMax} headers; send fewer`);
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      throw invalid('the header Host is missing; HTTP/1.1 requires it');
  };
  return (exchange) => {
    const { endpoint, facts, request, isRetried, batch } = exchange;
    if (endpoint.isProbe === true) return;
    requireRoom(exchange);
    if (endpoint.isCacheable === true && facts.method === 'GET')
      facts.dataVersion = isRetried ? readDataVersion() : (batch.dataVersion ??= readDataVersion());
    // A refusal is never based on the latest one, and whoever identifies proves it current.
    const latest = endpoint.access === undefined || isRetried ? undefined : latestSnapshot();
    if (latest !== undefined) {
      const connection = connectionOf(request, latest.trustedProxies);
      if (isAdmitted(connection, latest.isPlainHttpAllowed)) return enter(exchange, latest, connection);
    }
    return readSnapshot().then((snapshot) => {
      const connection = connectionOf(request, snapshot.trustedProxies);
      requireEncryption(connection, snapshot.isPlainHttpAllowed, pageUrlOf(exchange, snapshot));
      enter(exchange, snapshot, connection);
    });
  };
}

function enter<S extends Snapshot>(
  exchange: Exchange<unknown, S>,
  snapshot: S,
  { address, isEncrypted }: Connection,
): void {
  exchange.snapshot = snapshot;
  exchange.facts.address = address;
  exchange.facts.isEncrypted = isEncrypted;
}

/** Where a page, or data that somebody opens in a browser, is over HTTPS; undefined for what is neither, and where nobody knows. */
function pageUrlOf<S extends Snapshot>(
  { endpoint, facts, request }: Exchange<unknown, S>,
  snapshot: Snapshot,
): string | undefined {
  const isForPerson = endpoint.isPage === true || isOpenedByNobody(facts.headers);
  const start = isRead(facts) && isForPerson ? snapshot.findHttpsUrl() : undefined;
  return start === undefined ? undefined : start + (request.url ?? '');
}
