// A second, unencrypted door of a server that ends TLS itself, for people who type an address without https.
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../watching/logger.ts';
import { refuseConnection } from '../answers/client-error.ts';
import { createListener } from './listener.ts';
import type { ServerLimits } from './listener.ts';
import { createOverloadGuard } from '../limits/overload.ts';

/**
 * Hands requests to the pipeline of `server`, once that is ready: there plain HTTP is refused, or redirected. The caller
 * listens and closes. None of its requests is answered from what is kept, which is all for encrypted connections.
 */
export function createPlainListener(server: FastifyInstance, limits: ServerLimits, logger: Logger): Server {
  const listener = createListener((request, response) => server.routing(request, response), {
    limits,
    overload: createOverloadGuard(limits),
    logger,
    tls: undefined,
  });
  return listener.on('clientError', refuseConnection);
}
