// The methods of a path: what OPTIONS lists, and the refusal of every other one (spec ruling 5).
import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { methodNotAllowed } from '../errors.ts';

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';

const methodOrder: readonly Method[] = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];

/** The value of `Allow` for a path that answers to these methods. */
export const listAllowed = (methods: readonly Method[]): string =>
  ['OPTIONS', ...methodOrder.filter((method) => methods.includes(method))].join(', ');

/** Makes the server know every method that can arrive; to be called before routes are added. */
export function addUnusualMethods(server: FastifyInstance): void {
  const news = METHODS.filter((method) => method !== 'CONNECT' && !server.supportedMethods.includes(method));
  for (const method of news) server.addHttpMethod(method);
}

/** Lets a path answer OPTIONS without credentials, and 405 with `Allow` to the methods that it does not have. */
export function addOtherMethods(server: FastifyInstance, url: string, methods: readonly Method[]): void {
  const allow = listAllowed(methods);
  const headers = { allow, 'access-control-allow-methods': allow, 'cache-control': 'no-store' };
  server.route({ method: 'OPTIONS', url, handler: (_request, reply) => reply.code(200).headers(headers).send() });
  const known: readonly string[] = [...methods, 'OPTIONS', ...(methods.includes('GET') ? ['HEAD'] : [])];
  server.route({
    method: server.supportedMethods.filter((method) => !known.includes(method)),
    url,
    handler: (request) => {
      throw methodNotAllowed(`${request.method} is not possible here; use one of ${allow}`, allow);
    },
  });
}
