// A port that nobody listens at, for programs that must be told one.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of this address that was free just now. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error(`${host} has no free port`);
}
