// Stands between git and the server, and keeps back the end of what git sends, as a slow connection does.
import { createServer, request as send } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';

export interface HoldingProxy {
  base: string;
  /** Resolves once all of the next push but its last byte has gone to the server; what it gives lets that byte through. */
  hold(): Promise<() => void>;
  close(): Promise<void>;
}

export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
  let held = Promise.withResolvers<() => void>();
  const server = createServer((request, response) => {
    const handOn = async (): Promise<void> => {
      const body = await buffer(request);
      const { 'transfer-encoding': _encoding, ...sent } = request.headers;
      const headers = { ...sent, 'content-length': String(body.length) };
      const { method } = request;
      const upstream = send(new URL(request.url ?? '', target), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        // What breaks the server's answer breaks this one.
        answer.on('error', () => response.destroy());
        answer.pipe(response);
      });
      upstream.on('error', () => response.destroy());
      if (method === 'POST' && request.url?.endsWith('git-receive-pack') === true && body.length > 4) {
        const { promise: isFree, resolve: release } = Promise.withResolvers<void>();
        upstream.write(body.subarray(0, -1));
        held.resolve(release);
        held = Promise.withResolvers();
        await isFree;
        upstream.end(body.subarray(-1));
      } else upstream.end(body);
    };
    handOn().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    base: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    hold: () => held.promise,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
