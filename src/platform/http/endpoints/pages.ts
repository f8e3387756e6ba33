// Documents for browsers, which bring first data of the routes with them, as whoever opens them may see it.
import { notFound } from '../../errors.ts';
import { readyOf } from '../answers/send.ts';
import type { Ready } from '../answers/send.ts';
import type { Access, RequestFacts } from '../routes/route.ts';
import type { CallerNeeds } from './caller.ts';
import type { Endpoint, Exchange, Snapshot } from '../pipeline/exchange.ts';
import { retryOnConflict } from '../pipeline/pipeline.ts';
import type { MetricsOf, Path } from '../pipeline/router.ts';

export interface PageRequest<Viewer = unknown> extends RequestFacts {
  /** The pattern that the address has; empty where no route has it. */
  route: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Runs `read` as whoever opens the document: again, where rights changed meanwhile. Throws as identifying does. */
  readAs<R>(access: Access, read: (viewer: Viewer, facts: RequestFacts) => Promise<R>): Promise<R>;
}

export interface PageAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | AsyncIterable<string>;
}

export interface PageRoute<Viewer> {
  /** An empty one answers where nothing else does. */
  url: string;
  methods: readonly ('GET' | 'POST')[];
  /** undefined: the answer of the API to an address where nothing is. */
  handle(request: PageRequest<Viewer>): Promise<PageAnswer | undefined>;
}

const textsOf = (parts: unknown): Record<string, string> =>
  typeof parts === 'object' && parts !== null
    ? Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, String(value)]))
    : {};

/** `chunks` are of UTF-8. */
function readyPage({ status, headers, body }: PageAnswer): Ready {
  if (typeof body === 'string') return readyOf(status, headers, body);
  return { status, head: Object.entries(headers).flat(), text: undefined, chunks: body };
}

const requestOf = <Viewer, S extends Snapshot>(
  { facts, endpoint, params, query, snapshot }: Exchange<Viewer, S>,
  { callers, snapshots }: CallerNeeds<Viewer, S>,
): PageRequest<Viewer> => {
  const asked = { ...facts, method: 'GET', isDocument: true };
  return {
    ...facts,
    route: endpoint.url,
    params: textsOf(params),
    query: textsOf(query),
    readAs: (access, read) =>
      retryOnConflict(
        snapshot,
        () => snapshots.readSnapshot(),
        async (at) => read(await callers.identify(asked, access, at), asked),
      ),
  };
};

const nowhere = ({ request, refusal }: Pick<Exchange<never, Snapshot>, 'request' | 'refusal'>) =>
  refusal ?? notFound(`there is nothing at ${(request.url ?? '').split('?')[0] ?? ''}`);

const pageEndpoint = <Viewer, S extends Snapshot>(
  { url, handle }: Pick<PageRoute<Viewer>, 'url' | 'handle'>,
  method: string,
  needs: CallerNeeds<Viewer, S>,
  metricsOf: MetricsOf,
): Endpoint<Viewer, S> => ({
  url,
  metrics: metricsOf(method, url),
  access: undefined,
  isPage: true,
  isChange: () => false,
  async handle(exchange) {
    const answer = await handle(requestOf(exchange, needs));
    if (answer === undefined) throw nowhere(exchange);
    exchange.ready = readyPage(answer);
  },
});

/** What answers where nothing else does: the page for that, where there is one, else a refusal. */
export function nowhereEndpoint<Viewer, S extends Snapshot>(
  pages: readonly PageRoute<Viewer>[],
  needs: CallerNeeds<Viewer, S>,
  metricsOf: MetricsOf,
): Endpoint<Viewer, S> {
  const page = pages.find(({ url }) => url === '');
  const handle = page === undefined ? async () => undefined : page.handle;
  return { ...pageEndpoint({ url: '', handle }, '', needs, metricsOf), isPage: false };
}

export const pagePaths = <Viewer, S extends Snapshot>(
  pages: readonly PageRoute<Viewer>[],
  needs: CallerNeeds<Viewer, S>,
  metricsOf: MetricsOf,
): Path<Viewer, S>[] =>
  pages
    .filter(({ url }) => url !== '')
    .map((page) => ({
      url: page.url,
      endpoints: new Map(
        page.methods.map((method): [string, Endpoint<Viewer, S>] => [
          method,
          pageEndpoint(page, method, needs, metricsOf),
        ]),
      ),
    }));
