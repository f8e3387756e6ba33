import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { addOtherMethods, listContested, watchPaths } from './methods.ts';

const server = fastify();
const findRefusal = watchPaths(server);
addOtherMethods(server, '/users/:id', ['GET', 'PUT']);
addOtherMethods(server, '/users/membership', ['POST']);
addOtherMethods(server, '/users/:name/:file(^[a-z]+\\.png$)', ['GET']);

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

test('a path contests with those that have a parameter where it has a name, and with no others', () => {
  const paths = new Map([
    ['/users/:id', [{ method: 'PUT' as const }, { method: 'GET' as const }]],
    ['/users/membership', [{ method: 'POST' as const }]],
    ['/users/:id/:part', [{ method: 'PATCH' as const }]],
    ['/groups/:id', [{ method: 'DELETE' as const }]],
  ]);
  assert.deepEqual(listContested('/users/membership', paths), ['GET', 'PUT']);
  assert.deepEqual(listContested('/users/:id', paths), ['POST']);
  assert.deepEqual(listContested('/groups/:id', paths), []);
});
