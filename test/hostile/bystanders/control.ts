// A server that nobody attacks: how slowly it answers tells how busy the machine is.
import { createServer } from 'node:http';

const server = createServer((_, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.({ port: address.port });
});
process.on('disconnect', () => process.exit());
