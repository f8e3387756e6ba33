// The name of a request, which its answer carries as X-Request-Id and the log of what fails.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isTrustedProxy } from '../routes/transport.ts';

const sentIdPattern = /^[\w.:@+/=-]{1,128}$/;

/** Ids that differ between requests, and between starts of the program; a trusted proxy may have named the request. */
export function createRequestNames(listTrusted: () => readonly string[]): (request: IncomingMessage) => string {
  const start = randomBytes(4).toString('hex');
  let count = 0;
  return ({ headers, socket }) => {
    const sent = headers['x-request-id'];
    const isNamed =
      typeof sent === 'string' && sentIdPattern.test(sent) && isTrustedProxy(socket.remoteAddress, listTrusted());
    return isNamed ? sent : `${start}-${(count += 1).toString(36)}`;
  };
}
