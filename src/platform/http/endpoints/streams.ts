// Routes beside the API whose bodies are bytes of any length: they are never held as a whole, in neither direction. Who calls
// and what they may is found out as for the API's routes.
import { forbidden, unavailable } from '../../errors.ts';
import { VersionConflictError } from '../../version-conflict.ts';
import { says } from '../../texts/said.ts';
import { letBodyCome } from '../answers/arriving-bodies.ts';
import { goneSignal } from '../limits/long-answers.ts';
import { isLoadedAsCode } from '../routes/page-request.ts';
import type { Access, RequestFacts } from '../routes/route.ts';
import type { Changes } from './api.ts';
import type { CallerNeeds } from './caller.ts';
import type { Endpoint, Exchange, Snapshot } from '../pipeline/exchange.ts';
import { retryOnConflict } from '../pipeline/pipeline.ts';
import type { MetricsOf, Path } from '../pipeline/router.ts';

/** What a handler may know of a request. */
export interface StreamRequest<Viewer = unknown> extends RequestFacts {
  params: Readonly<Record<string, string>>;
  /** The body as it comes; throws where the client goes away. */
  chunks: AsyncIterable<Uint8Array>;
  /** Aborted when the connection closes before the whole answer has gone out. */
  signal: AbortSignal;
  /**
   * Runs `change` as whoever is calling by now. Throws where they may no longer call; what they may is proved in the first
   * transaction of `change`, which runs anew where it changed meanwhile.
   */
  changeNow<R>(change: (viewer: Viewer) => Promise<R>): Promise<R>;
}

export interface StreamAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Not asked for anything where the request was HEAD. */
  chunks?: AsyncIterable<Uint8Array>;
}

export interface StreamRoute<Viewer> {
  /** Where there is a GET, it answers HEAD too. */
  methods: readonly ('GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS')[];
  url: string;
  /** All methods of the path, on the route that answers OPTIONS; a path without such a route has GET alone. */
  allow?: string;
  access: Access;
  /** Programs that know no API read its refusals: they are plain text, and wrong credentials are always 401. */
  refusesInText?: boolean;
  /** What an access key must be good for, at least one of these, which may come as the password of Basic; by default for the API. */
  keyScopes?(request: RequestFacts): readonly string[];
  /** See RequestFacts. */
  isDocument?: boolean;
  /** Whether it changes something. */
  isChange(request: RequestFacts): boolean;
  /** Whether the handler waits for its client's bytes, which is no work. What it changes, it changes by `changeNow`. */
  waitsForBytes?(request: RequestFacts): boolean;
  /** Runs anew with a fresh viewer where rights changed meanwhile and nothing of the body was read. */
  handle(viewer: Viewer, request: StreamRequest<Viewer>): Promise<StreamAnswer>;
}

/** What streams need of the product. */
export interface StreamNeeds<Viewer, S extends Snapshot> extends CallerNeeds<Viewer, S> {
  changeAs: Changes<Viewer, S>['changeAs'];
  metricsOf: MetricsOf;
}

const textsOf = (params: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

function streamEndpoint<Viewer, S extends Snapshot>(
  route: StreamRoute<Viewer>,
  method: string,
  { callers, snapshots, changeAs, metricsOf }: StreamNeeds<Viewer, S>,
): Endpoint<Viewer, S> {
  const requestOf = (exchange: Exchange<Viewer, S>): StreamRequest<Viewer> => {
    const { facts, params, request, response } = exchange;
    return {
      ...facts,
      params: textsOf(params),
      chunks: request,
      signal: goneSignal(response),
      changeNow: async (change) =>
        retryOnConflict(
          await snapshots.readSnapshot(),
          () => snapshots.readSnapshot(),
          async (at) => {
            const viewer = await callers.identify(facts, route.access, at);
            return changeAs(viewer, () => change(viewer));
          },
        ),
    };
  };
  return {
    url: route.url,
    metrics: metricsOf(method, route.url),
    access: route.access,
    refusesInText: route.refusesInText === true,
    isChange: ({ facts }) => route.isChange(facts),
    // What waits for a slow client's bytes is no work.
    isIdle: ({ facts }) => route.isChange(facts) || route.waitsForBytes?.(facts) === true,
    negotiate({ facts }) {
      facts.isDocument = route.isDocument === true;
      facts.keyScopes = route.keyScopes?.(facts);
    },
    async handle(exchange) {
      const { facts, request, viewer } = exchange;
      // What people uploaded stands on the origin of the pages, and no page of ours is made of it.
      if (isLoadedAsCode(facts.headers))
        throw forbidden(says('file.as-code')`uploaded files can't be used as scripts, styles or plugins of a page`);
      letBodyCome(request);
      const work = (): Promise<StreamAnswer> => route.handle(viewer, requestOf(exchange));
      const isGuarded = route.isChange(facts) && route.waitsForBytes?.(facts) !== true;
      try {
        const { status, headers, chunks } = await (isGuarded ? changeAs(viewer, work) : work());
        const head = Object.entries({ 'cache-control': 'no-store', ...headers }).flat();
        exchange.ready = { status, head, text: undefined, chunks };
      } catch (error) {
        if (!(error instanceof VersionConflictError) || !request.readableDidRead) throw error;
        throw unavailable('the site changed during the upload; ask for the offset and continue', error);
      }
    },
  };
}

/** The routes as paths, of which one may have several routes. */
export function streamPaths<Viewer, S extends Snapshot>(
  routes: readonly StreamRoute<Viewer>[],
  needs: StreamNeeds<Viewer, S>,
): Path<Viewer, S>[] {
  return [...Map.groupBy(routes, ({ url }) => url)].map(([url, all]) => {
    const endpoints = all.flatMap((route) =>
      route.methods.map((method): [string, Endpoint<Viewer, S>] => [method, streamEndpoint(route, method, needs)]),
    );
    const allow = all.find((route) => route.allow !== undefined)?.allow;
    return { url, endpoints: new Map(endpoints), ...(allow === undefined ? {} : { allow }) };
  });
}
