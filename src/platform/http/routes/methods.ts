// The methods of a path: what OPTIONS lists, and the refusal of every other one (spec ruling 5).
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { methodNotAllowed } from '../../errors.ts';
import type { DomainError } from '../../errors.ts';

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';

const methodOrder: readonly Method[] = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods of the path, as `Allow` lists them; on the route that answers OPTIONS. */
    allow?: string;
    /** By method, what its body may have at most; others may have little. */
    bodyMaxBytes?: ReadonlyMap<string, number>;
    /** By method, where an access key must be good for something else than the API: see RouteSpec. */
    keyScopes?: ReadonlyMap<string, readonly string[]>;
    /** Methods for which `identify` runs before the answer and so proves the moment that the request was admitted with. */
    provenMethods?: ReadonlySet<string>;
  }
}

/** The value of `Allow` for a path that answers to these methods. */
export const listAllowed = (methods: readonly Method[]): string =>
  ['OPTIONS', ...methodOrder.filter((method) => methods.includes(method))].join(', ');

const refuseMethod = (method: string, allow: string): DomainError =>
  methodNotAllowed(`${method} is not possible here; use one of ${allow}`, allow);

/**
 * Finds the methods of those paths that have parameters where the one asked about differs, so that requests for it could reach
 * them; its own among them.
 */
export function createShadowSearch(paths: ReadonlyMap<string, readonly Method[]>): (url: string) => readonly Method[] {
  const entries = [...paths].map(([url, methods]) => ({ segments: url.split('/'), methods }));
  const byLength = Map.groupBy(entries, ({ segments }) => segments.length);
  return (url) => {
    const own = url.split('/');
    const mayTake = (segments: readonly string[]): boolean =>
      segments.every((segment, index) => segment === own[index] || segment.startsWith(':'));
    return (byLength.get(own.length) ?? []).flatMap(({ segments, methods }) => (mayTake(segments) ? methods : []));
  };
}

type Handle = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Adds a path and what its methods do, of which GET answers HEAD too; OPTIONS tells what they are. A method that it
 * does not have finds no route, unless another path that has it takes requests for this one, `shadowing` says which: there it is
 * refused with 405. All of it is one route, because each costs time at the start, and memory.
 */
export function addPath(
  server: FastifyInstance,
  url: string,
  handlers: ReadonlyMap<Method, Handle>,
  shadowing: readonly Method[] = [],
  config: FastifyContextConfig = {},
): void {
  const methods = [...handlers.keys()];
  const others = otherMethodsOf(methods, shadowing);
  const own = withHead(methods);
  const handlerOf: ReadonlyMap<string, Handle> = handlers;
  server.route({
    method: [...own, ...others.methods],
    // Of HEAD the router would make a route of its own.
    exposeHeadRoute: false,
    url,
    config: { ...config, allow: others.allow, provenMethods: new Set(own) },
    handler: (request, reply) => {
      const handle = handlerOf.get(request.method === 'HEAD' ? 'GET' : request.method) ?? others.handle;
      return handle(request, reply);
    },
  });
}

/** Lets a path answer OPTIONS without credentials; a method that it does not have finds no route. */
export function addOtherMethods(server: FastifyInstance, url: string, methods: readonly Method[]): void {
  const { methods: others, allow, handle } = otherMethodsOf(methods, []);
  server.route({ method: others, url, config: { allow }, handler: handle });
}

const withHead = (methods: readonly Method[]): HTTPMethods[] =>
  methods.includes('GET') ? [...methods, 'HEAD'] : [...methods];

/** OPTIONS, and those that a path refuses itself. */
function otherMethodsOf(
  methods: readonly Method[],
  shadowing: readonly Method[],
): { methods: HTTPMethods[]; allow: string; handle: Handle } {
  const allow = listAllowed(methods);
  const headers = { allow, 'access-control-allow-methods': allow, 'cache-control': 'no-store' };
  const refused = methodOrder.filter((method) => !methods.includes(method) && shadowing.includes(method));
  return {
    methods: ['OPTIONS', ...withHead(refused)],
    allow,
    handle: (request, reply) => {
      if (request.method !== 'OPTIONS') throw refuseMethod(request.method, allow);
      return reply.code(200).headers(headers).send();
    },
  };
}

interface KnownPath {
  /** Sorts a path before those that have a parameter where it has a name, as the router prefers it. */
  rank: string;
  pattern: RegExp;
  allow: string;
}

/**
 * The refusal of methods that a path does not have: routes for them at every path would take most of the memory and the
 * start of the router. To be called before paths are added; gives a function that finds the refusal of a method at a path
 * without query, or undefined where no path is known.
 */
export function watchPaths(server: FastifyInstance): (method: string, path: string) => DomainError | undefined {
  const added: { url: string; allow: string }[] = [];
  let known: KnownPath[] | undefined;
  server.addHook('onRoute', ({ url, config }) => {
    if (config?.allow !== undefined) added.push({ url, allow: config.allow });
  });
  return (method, path) => {
    known ??= added.map(readPath).sort((a, b) => (a.rank < b.rank ? -1 : 1));
    const best = known.find(({ pattern }) => pattern.test(path));
    return best === undefined ? undefined : refuseMethod(method, best.allow);
  };
}

const readPath = ({ url, allow }: { url: string; allow: string }): KnownPath => ({
  rank: url.replaceAll(':', '\uffff'),
  pattern: compilePattern(url),
  allow,
});

/** Understands `:name`, `:name(^expression$)` and `*` as whole segments. */
function compilePattern(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return '.*';
    if (!segment.startsWith(':')) return segment.replaceAll('.', '\\.');
    return /\(\^(.*)\$\)$/.exec(segment)?.[1] ?? '[^/]+';
  });
  return new RegExp(`^${segments.join('/')}/?$`);
}
