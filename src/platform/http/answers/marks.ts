// Headers that every answer has, whatever it answers.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import type { Ready } from './respond.ts';

const hsts = 'strict-transport-security';

/** What every answer says of itself. */
export const headersOfAll = ({ tls }: { tls?: unknown }): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  ...(tls === undefined ? {} : { [hsts]: 'max-age=31536000' }),
});

/** Whether the connection itself is encrypted, whatever a proxy before it says. */
export const isTls = ({ socket }: { socket: Socket }): boolean => 'encrypted' in socket;

/** The answer for a connection without TLS, which must say nothing about transport security (RFC 6797, 7.2). */
export const withoutHsts = (ready: Ready): Ready => ({
  ...ready,
  head: ready.head.toSpliced(ready.head.indexOf(hsts), 2),
});

export type MarkAnswer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Sets the headers that every answer has, also that to an address which the router can't read and so no hook sees. */
export const createMarker =
  (fixed: Record<string, string>): MarkAnswer =>
  (request, reply) => {
    reply.header('x-request-id', request.id).headers(fixed);
    return fixed[hsts] === undefined || isTls(request) ? reply : reply.removeHeader(hsts);
  };
