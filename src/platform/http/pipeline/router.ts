// Which endpoint a request reaches, by its path and method; OPTIONS, and the refusal of methods that a path does not have (spec ruling 5).
import findMyWay from 'find-my-way';
import { DomainError, invalid, methodNotAllowed } from '../../errors.ts';
import { readyOf } from '../answers/send.ts';
import type { RouteMetrics } from '../answers/metrics.ts';
import type { Endpoint, Snapshot, Step } from './exchange.ts';

const methodOrder = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];
const paramMaxLength = 500;

/** The value of `Allow` for a path that answers to these methods. */
export const listAllowed = (methods: Iterable<string>): string => {
  const all = new Set(methods);
  return ['OPTIONS', ...methodOrder.filter((method) => all.has(method))].join(', ');
};

/** What a path answers, by method. */
export interface Path<Viewer, S extends Snapshot> {
  url: string;
  endpoints: ReadonlyMap<string, Endpoint<Viewer, S>>;
  /** The value of `Allow`, where it is not that of its methods. */
  allow?: string;
}

const refuseMethod = (method: string, allow: string): DomainError =>
  methodNotAllowed(`${method} is not possible here; use one of ${allow}`, allow);

interface KnownPath<Viewer, S extends Snapshot> {
  endpoints: ReadonlyMap<string, Endpoint<Viewer, S>>;
  allow: string;
}

/** Lets a path answer OPTIONS without credentials. */
const optionsOf = <Viewer, S extends Snapshot>(
  url: string,
  allow: string,
  metrics: RouteMetrics,
): Endpoint<Viewer, S> => {
  const ready = readyOf(200, { allow, 'access-control-allow-methods': allow, 'cache-control': 'no-store' });
  return {
    url,
    metrics,
    access: undefined,
    isChange: () => false,
    handle: (exchange) => void (exchange.ready = ready),
  };
};

/** Metrics of an endpoint. */
export type MetricsOf = (method: string, url: string) => RouteMetrics;

/**
 * All methods of a path are one entry of the tree, so that a path with words goes before one with parameters whatever its methods are.
 * Throws at once when a path comes twice.
 */
export function createRouter<Viewer, S extends Snapshot>(
  paths: readonly Path<Viewer, S>[],
  metricsOf: MetricsOf,
): Step<Viewer, S> {
  const router = findMyWay({
    ignoreTrailingSlash: true,
    maxParamLength: paramMaxLength,
    onBadUrl() {
      throw invalid('the path is not valid percent-encoded UTF-8');
    },
    onMaxParamLength() {
      throw new DomainError('uri-too-long', 'a part of the path is too long');
    },
  });
  const known = new Map<object, KnownPath<Viewer, S>>();
  for (const { url, endpoints, allow = listAllowed(endpoints.keys()) } of paths) {
    const all = new Map(endpoints);
    const get = all.get('GET');
    if (get !== undefined && !all.has('HEAD')) all.set('HEAD', get);
    if (!all.has('OPTIONS')) all.set('OPTIONS', optionsOf(url, allow, metricsOf('OPTIONS', url)));
    const marker = (): void => {};
    known.set(marker, { endpoints: all, allow });
    router.on('GET', url, marker);
  }
  return (exchange) => {
    const { facts, request, response } = exchange;
    const found = router.find('GET', facts.url);
    if (found === null) return;
    const path = known.get(found.handler);
    if (path === undefined) return void found.handler(request, response, {}, undefined, {});
    const endpoint = path.endpoints.get(facts.method);
    if (endpoint === undefined) {
      exchange.refusal = refuseMethod(facts.method, path.allow);
      return;
    }
    exchange.endpoint = endpoint;
    exchange.params = found.params;
    exchange.query = found.searchParams;
  };
}
