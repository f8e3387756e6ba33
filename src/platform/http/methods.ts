// The methods of a path: what OPTIONS lists, and the refusal of every other one (spec ruling 5).
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { methodNotAllowed } from '../errors.ts';
import type { DomainError } from '../errors.ts';

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';

const methodOrder: readonly Method[] = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods of the path, as `Allow` lists them; on the route that answers OPTIONS. */
    allow?: string;
  }
}

/** The value of `Allow` for a path that answers to these methods. */
export const listAllowed = (methods: readonly Method[]): string =>
  ['OPTIONS', ...methodOrder.filter((method) => methods.includes(method))].join(', ');

const refuseMethod = (method: string, allow: string): DomainError =>
  methodNotAllowed(`${method} is not possible here; use one of ${allow}`, allow);

/**
 * Lets a path answer OPTIONS without credentials, and 405 with `Allow` to those of the `contested` methods that it does
 * not have. No others need a route: what finds none is refused by watchPaths.
 */
export function addOtherMethods(
  server: FastifyInstance,
  url: string,
  methods: readonly Method[],
  contested: readonly Method[] = methodOrder,
): void {
  const allow = listAllowed(methods);
  const headers = { allow, 'access-control-allow-methods': allow, 'cache-control': 'no-store' };
  server.route({
    method: 'OPTIONS',
    url,
    config: { allow },
    handler: (_request, reply) => reply.code(200).headers(headers).send(),
  });
  const refused: HTTPMethods[] = contested.filter((method) => !methods.includes(method));
  if (refused.includes('GET')) refused.push('HEAD');
  if (refused.length === 0) return;
  server.route({
    method: refused,
    url,
    handler: (request) => {
      throw refuseMethod(request.method, allow);
    },
  });
}

/** The methods that a request meant for a path may reach at others, because one has a parameter where the other has a name. */
export function listContested(url: string, others: ReadonlyMap<string, readonly { method: Method }[]>): Method[] {
  const own = url.split('/');
  const isRival = (other: string): boolean => {
    const segments = other.split('/');
    const meets = (segment: string, index: number): boolean =>
      segment === own[index] || segment.startsWith(':') || own[index]?.startsWith(':') === true;
    return other !== url && segments.length === own.length && segments.every(meets);
  };
  const rivals = [...others].filter(([other]) => isRival(other)).flatMap(([, routes]) => routes);
  return methodOrder.filter((method) => rivals.some((route) => route.method === method));
}

interface KnownPath {
  /** Sorts a path before those that have a parameter where it has a name, as the router prefers it. */
  rank: string;
  pattern: RegExp;
  allow: string;
}

/**
 * The refusal of methods at paths that have no route for them: a route for each would take most of the memory and the
 * start of the router. To be called before paths are added; gives a function that finds the refusal of a method at a
 * path without query, or undefined where no path is known.
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

/** Understands `:name` and `:name(^expression$)` as whole segments. */
function readPath({ url, allow }: { url: string; allow: string }): KnownPath {
  const segments = url.split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment.replaceAll('.', '\\.');
    return /\(\^(.*)\$\)$/.exec(segment)?.[1] ?? '[^/]+';
  });
  return { rank: url.replaceAll(':', '\uffff'), pattern: new RegExp(`^${segments.join('/')}/?$`), allow };
}
