import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { addOtherMethods, addPath, createShadowSearch, watchPaths } from './methods.ts';

const server = fastify();
const findRefusal = watchPaths(server);
addOtherMethods(server, '/users/:id', ['GET', 'PUT']);
addOtherMethods(server, '/users/membership', ['POST']);
addOtherMethods(server, '/users/:name/:file(^[a-z]+\\.png$)', ['GET']);

test('where a path with a parameter has the method, a route refuses it at the path with a name', async () => {
  const other = fastify();
  const paths = new Map<string, readonly ('GET' | 'PUT' | 'POST')[]>([
    ['/users/:id', ['GET', 'PUT']],
    ['/users/self', ['POST']],
  ]);
  const findShadowing = createShadowSearch(paths);
  for (const [url, methods] of paths)
    addPath(other, url, new Map(methods.map((method) => [method, async () => url])), findShadowing(url));
  const answer = await other.inject({ method: 'PUT', url: '/users/self' });
  assert.match(answer.body, /PUT is not possible here; use one of OPTIONS, POST/);
  assert.equal((await other.inject({ method: 'DELETE', url: '/users/self' })).statusCode, 404);
});

const rows: readonly (readonly [string, string | undefined])[] = [
  ['/users/101', 'OPTIONS, GET, PUT'],
  ['/users/101/', 'OPTIONS, GET, PUT'],
  ['/users/membership', 'OPTIONS, POST'],
  ['/users/ana/own.png', 'OPTIONS, GET'],
  ['/users/ana/ownXpng', undefined],
  ['/users', undefined],
  ['/users/101/more', undefined],
];

for (const [path, allow] of rows) {
  test(`PROPFIND ${path} may be told: ${allow ?? 'nothing'}`, () => {
    const refusal = findRefusal('PROPFIND', path);
    assert.equal(refusal?.message.split('use one of ')[1], allow);
  });
}
