// Takes in bodies that are read as a whole, as far as their endpoint takes them; a long one from those alone who prove who they are.
// It comes before the caller is identified, so that who they are holds when all of it has come: nothing of a stranger's body is looked
// at, and strangers' bodies are short.
import type { IncomingMessage } from 'node:http';
import { tooLarge } from '../../errors.ts';
import { says } from '../../texts/said.ts';
import { createArrivingBodies } from '../answers/arriving-bodies.ts';
import type { ArrivingLimits } from '../answers/arriving-bodies.ts';
import type { OverloadGuard } from '../limits/overload.ts';
import { isRead } from './admit.ts';
import type { Callers } from './authenticate.ts';
import type { Exchange, Snapshot, Step } from './exchange.ts';

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Until `close` is called; `retry` is that of the pipeline. */
export function createReceiving<Viewer, S extends Snapshot>(
  { identify }: Callers<Viewer, S>,
  overload: OverloadGuard,
  limits: ArrivingLimits,
  retry: <R>(exchange: Exchange<Viewer, S>, work: (snapshot: S) => Promise<R>) => Promise<R>,
): { receive: Step<Viewer, S>; close(): void } {
  const bodies = createArrivingBodies(limits);
  return {
    close: () => bodies.close(),
    receive(exchange) {
      const { request, response, endpoint, facts, bytes } = exchange;
      const { bodyMaxBytes: maxBytes } = endpoint;
      if (maxBytes === undefined || bytes !== undefined || isRead(facts) || !hasBody(request)) return undefined;
      const collecting = bodies.collect(request, response, {
        maxBytes,
        tooLarge: () =>
          tooLarge(
            says('body.too-large')`the body exceeds the limit of ${maxBytes} bytes for ${facts.method} ${endpoint.url}`,
          ),
        async admitLong() {
          await retry(exchange, (snapshot) => identify(facts, 'signed-in', snapshot));
        },
      });
      return collecting.then((body) => {
        // They may have come long after the head.
        const refusal = overload.findRefusal();
        if (refusal !== undefined) throw refusal;
        exchange.bytes = body;
      });
    },
  };
}
