// Who calls, and what a handler caches, is found out once for each version of the data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Type } from 'typebox';
import { notFound, unauthenticated } from '../../errors.ts';
import { createServerMetrics, IdParams, routesFor } from '../index.ts';
import type { Route } from '../index.ts';
import { createTestServer, openSnapshot } from '../http-server.testing.ts';

interface Reader {
  name: string;
}

interface World {
  version: number;
  /** Of what is cached until the version changes. */
  text: string;
  plainHttp: boolean;
  isKnown: boolean;
  endsAtMs: number;
  /** What had to be done, in order. */
  done: string[];
  metrics: ReturnType<typeof createServerMetrics>;
  get(id?: string, headers?: Record<string, string>): Promise<Response>;
}

const route = routesFor<Reader>();
const path = '/notes/:id';

const noteRoutes = (world: World): Route<Reader>[] => {
  const known = new Map<string, number>();
  const answer = (id: number, query: string | undefined, by: Reader) => ({
    json: JSON.stringify({ text: `${world.text} ${id} ${query ?? ''} for ${by.name}` }),
  });
  return [
    route({
      method: 'GET',
      url: path,
      access: 'signed-in',
      kind: 'single',
      tag: 'Notes',
      summary: 'A note',
      params: IdParams,
      query: Type.Object({ format: Type.Optional(Type.Union([Type.Literal('long'), Type.Literal('short')])) }),
      responses: { 200: Type.Object({ text: Type.String() }) },
      handler({ viewer, params: { id }, query, request }) {
        if (id !== 404 && known.get(`${id}`) === request.dataVersion) return answer(id, query.format, viewer);
        world.done.push('handler');
        if (id === 404) throw notFound('there is no such note');
        if (request.dataVersion !== undefined) known.set(`${id}`, request.dataVersion);
        return Promise.resolve(answer(id, query.format, viewer));
      },
    }),
  ];
};

async function openWorld(context: TestContext): Promise<World> {
  let number = 0;
  const metrics = createServerMetrics();
  const world: World = {
    version: 1,
    text: 'first',
    plainHttp: true,
    isKnown: true,
    endsAtMs: Infinity,
    done: [],
    metrics,
    get: (id = '7', headers = {}) =>
      fetch(`${base}/api/notes/${id}`, { headers: { who: 'ann', number: String((number += 1)), ...headers } }),
  };
  const snapshotOf = () => ({ ...openSnapshot, isPlainHttpAllowed: world.plainHttp });
  const server = createTestServer<Reader>({
    routes: noteRoutes(world),
    readSnapshot: async () => snapshotOf(),
    latestSnapshot: snapshotOf,
    async identify({ headers }) {
      world.done.push('identify');
      if (!world.isKnown) throw unauthenticated('who are you?');
      return { name: String(headers['who']) };
    },
    clientOf: ({ name }) => name,
    nameLastingCredentials: ({ headers: { who } }) => (who === 'guest' ? undefined : who?.toString()),
    validUntilMs: () => world.endsAtMs,
    readDataVersion: () => world.version,
    metrics,
  });
  const base = await server.listen({ port: 0, host: '127.0.0.1' });
  context.after(() => server.close());
  return world;
}

const textOf = async (response: Response): Promise<unknown> => [response.status, await response.text()];

test('who asks and what is shown is found out once for each version, however requests differ', async (context) => {
  const world = await openWorld(context);
  const first = await textOf(await world.get());
  assert.deepEqual(world.done, ['identify', 'handler']);
  world.text = 'second';
  world.done = [];
  assert.deepEqual(await textOf(await world.get()), [200, '{"text":"second 7  for ann"}']);
  assert.deepEqual(await textOf(await world.get('7?format=long')), [200, '{"text":"second 7 long for ann"}']);
  assert.deepEqual(world.done, [], 'it is cached');
  world.version = 2;
  assert.deepEqual(await textOf(await world.get()), [200, '{"text":"second 7  for ann"}']);
  assert.deepEqual(world.done, ['identify', 'handler']);
  assert.deepEqual(first, [200, '{"text":"first 7  for ann"}']);
  assert.equal(world.metrics.of('GET', `/api${path}`).statuses[2], 4);
});

test('nobody is taken for another, and nobody for longer than they are proved', async (context) => {
  const world = await openWorld(context);
  await world.get();
  world.done = [];
  assert.match(await (await world.get('7', { who: 'ben' })).text(), /for ben/);
  assert.deepEqual(world.done, ['identify']);
  world.endsAtMs = 0;
  world.version = 2;
  await world.get();
  world.done = [];
  world.isKnown = false;
  assert.equal((await world.get()).status, 401);
  assert.deepEqual(world.done, ['identify']);
});

test('addresses are read in every spelling, and errors are never cached', async (context) => {
  const world = await openWorld(context);
  for (const id of ['7?format=', '7?format=odd', '7?format=long&format=long', '%37', '7/', '404', 'seven']) {
    world.version += 1;
    world.done = [];
    const { status } = await world.get(id);
    const isRight = ['%37', '7/', '7?format='].includes(id);
    assert.equal(status, isRight ? 200 : id === '404' ? 404 : 400, id);
    if (isRight || id === '404') assert.equal(world.done.at(-1), 'handler', id);
  }
  for (let count = 0; count < 2; count += 1) {
    world.done = [];
    assert.equal((await world.get('7', { who: 'guest' })).status, 200);
    assert.equal(world.done[0], 'identify', 'credentials that do not last are proved each time');
  }
  world.plainHttp = false;
  assert.equal((await world.get()).status, 403);
});

test('conditions and formats of a cached answer are heeded', async (context) => {
  const world = await openWorld(context);
  await world.get();
  const etag = (await world.get()).headers.get('etag') ?? '';
  world.done = [];
  assert.deepEqual(await textOf(await world.get('7', { 'if-none-match': etag })), [304, '']);
  assert.deepEqual(world.done, []);
  const xml = await world.get('7', { accept: 'application/xml' });
  assert.match(await xml.text(), /<text>first 7 {2}for ann<\/text>/);
  assert.equal((await world.get('7', { 'if-none-match': '"' })).status, 400);
  assert.equal((await world.get('7', { accept: 'text/html' })).status, 406);
  const [one, other] = [await world.get(), await world.get()].map(({ headers }) => headers.get('x-request-id'));
  assert.ok(one !== null && one !== other);
});
