// Process: its own, because it collects garbage forty times, which takes long where other tests left theirs
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLogger } from '../logger.ts';
import { createListener } from './listener.ts';
import { createOverloadGuard } from './overload.ts';

function evaluate(source: string): (...args: unknown[]) => unknown {
  const found: unknown = runInNewContext(source);
  const isFunction = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function';
  assert.ok(isFunction(found));
  return found;
}

it('keeps requests and responses quick where garbage is collected between the first ones', async () => {
  setFlagsFromString('--allow-natives-syntax');
  setFlagsFromString('--expose-gc');
  const isQuick = evaluate('(object) => %HasFastProperties(object)');
  const collect = evaluate('gc');
  const seen: unknown[] = [];
  const limits = {
    waitMaxMs: 1000,
    requestsMax: 10,
    connectionsMax: 10,
    sendTimeoutMs: 10_000,
    unsentBytesMax: 1_000_000,
    headerTimeoutMs: 10_000,
    requestTimeoutMs: 10_000,
    keepAliveTimeoutMs: 10_000,
  };
  const server = createListener(
    (request, response) => {
      seen.push(isQuick(request), isQuick(response));
      response.end('there');
    },
    { limits, overload: createOverloadGuard(limits), logger: createLogger('silent'), tls: undefined },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  assert.ok(address !== null && typeof address === 'object');
  for (let count = 0; count < 40; count += 1) {
    const answer = await fetch(`http://127.0.0.1:${address.port}/`);
    assert.equal(await answer.text(), 'there');
    collect();
  }
  server.close();
  assert.deepEqual(
    seen,
    seen.map(() => true),
  );
});
