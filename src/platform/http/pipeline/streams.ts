// Routes beside the API whose bodies are bytes of any length: they are never held as a whole, in neither direction. Who calls
// and what they may is found out as for the API's routes.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { chunksInTurns } from '../../concurrency/turns.ts';
import { forbidden } from '../../errors.ts';
import { says } from '../../texts/said.ts';
import { letBodyCome } from '../answers/expectations.ts';
import { goneSignal } from '../limits/long-answers.ts';
import { addOtherMethods } from '../routes/methods.ts';
import { isLoadedAsCode } from '../routes/page-request.ts';
import type { Access, RequestFacts } from '../routes/route.ts';

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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See StreamRoute. */
    refusesInText?: boolean;
  }
}

/** Runs a handler for whoever sent the request, under everything that the pipeline asks of one. */
export type RunStream<Viewer> = <R = StreamAnswer>(
  request: FastifyRequest,
  route: Pick<StreamRoute<Viewer>, 'access' | 'keyScopes' | 'isDocument' | 'isChange' | 'waitsForBytes'>,
  work: (viewer: Viewer, facts: Pick<StreamRequest<Viewer>, keyof RequestFacts | 'changeNow'>) => Promise<R>,
) => Promise<R>;

/** Adds the routes. */
export function addStreams<Viewer>(
  server: FastifyInstance,
  routes: readonly StreamRoute<Viewer>[],
  run: RunStream<Viewer>,
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request, _body, done) => {
      letBodyCome(request.raw);
      done(null);
    });
    for (const route of routes) {
      addStream(scope, route, run);
      if (route.methods.includes('GET')) addOtherMethods(scope, route.url, route.methods.filter(isPlainMethod));
    }
  });
}

const isPlainMethod = <M extends string>(method: M): method is Exclude<M, 'HEAD' | 'OPTIONS'> =>
  method !== 'HEAD' && method !== 'OPTIONS';

function addStream<Viewer>(scope: FastifyInstance, route: StreamRoute<Viewer>, run: RunStream<Viewer>): void {
  scope.route({
    method: route.methods.includes('GET') ? [...route.methods, 'HEAD'] : [...route.methods],
    // The router's own HEAD would say that there are no bytes.
    exposeHeadRoute: false,
    url: route.url,
    config: {
      ...(route.allow === undefined ? {} : { allow: route.allow }),
      ...(route.refusesInText === true ? { refusesInText: true } : {}),
    },
    handler: async (request, reply) => {
      // What people uploaded stands on the origin of the pages, and no page of ours is made of it.
      if (isLoadedAsCode(request.headers))
        throw forbidden(says('file.as-code')`files of people are no scripts, styles or plugins of a page`);
      const params = textsOf(request.params);
      const answered = await run(request, route, (viewer, facts) =>
        route.handle(viewer, { ...facts, params, chunks: request.raw, signal: goneSignal(reply.raw) }),
      );
      return answer(request, reply, answered);
    },
  });
}

const textsOf = (params: unknown): Record<string, string> =>
  typeof params === 'object' && params !== null
    ? Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
    : {};

function answer(request: FastifyRequest, reply: FastifyReply, { status, headers, chunks }: StreamAnswer): FastifyReply {
  reply.code(status).headers({ 'cache-control': 'no-store', ...headers });
  if (chunks === undefined || request.method === 'HEAD') return reply.send();
  return reply.send(Readable.from(chunksInTurns(chunks), { objectMode: false }));
}
