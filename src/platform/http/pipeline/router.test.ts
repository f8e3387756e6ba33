import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { routesFor } from '../index.ts';
import type { Route } from '../index.ts';
import { createTestServer } from '../http-server.testing.ts';

const routeAt = (method: Route<object>['method'], url: string): Route<object> =>
  routesFor<object>()({
    method,
    url,
    access: 'public',
    kind: 'action',
    tag: 'Things',
    summary: 'A thing',
    responses: { 200: null },
    handler: () => ({ headers: { 'x-route': `${method} ${url}` } }),
  });

const server = createTestServer<object>({
  routes: [routeAt('GET', '/users/:id'), routeAt('PUT', '/users/:id'), routeAt('POST', '/users/membership')],
  files: [{ url: '/users/:name/:file(^[a-z]+\\.png$)', find: () => undefined }],
  identify: async () => ({}),
});
let base: string;

before(async () => {
  base = await server.listen({ port: 0, host: '127.0.0.1' });
});
after(() => server.close());

const rows: readonly (readonly [method: string, path: string, status: number, allow: string | null])[] = [
  ['OPTIONS', '/api/users/101', 200, 'OPTIONS, GET, PUT'],
  ['PROPFIND', '/api/users/101', 405, 'OPTIONS, GET, PUT'],
  ['PROPFIND', '/api/v1/users/101/', 405, 'OPTIONS, GET, PUT'],
  ['DELETE', '/api/users/membership', 405, 'OPTIONS, POST'],
  // The path with a parameter has it; the one with a name goes first.
  ['PUT', '/api/users/membership', 405, 'OPTIONS, POST'],
  ['PROPFIND', '/users/ana/own.png', 405, 'OPTIONS, GET'],
  ['PROPFIND', '/users/ana/ownXpng', 404, null],
  ['PROPFIND', '/api/users', 404, null],
  ['PROPFIND', '/api/users/101/more', 404, null],
  ['GET', '/api/users/%ff', 400, null],
  ['GET', `/api/users/${'x'.repeat(600)}`, 414, null],
];

for (const [method, path, status, allow] of rows) {
  test(`${method} ${path.slice(0, 60)} is ${status} and may be told ${allow ?? 'nothing'}`, async () => {
    const answer = await fetch(base + path, { method });
    assert.deepEqual([answer.status, answer.headers.get('allow')], [status, allow]);
  });
}

test('two routes of one method and path are an error of the program', () => {
  assert.throws(
    () =>
      createTestServer<object>({ routes: [routeAt('GET', '/a'), routeAt('GET', '/a')], identify: async () => ({}) }),
    /two routes have the same method at \/api\/a/,
  );
});
