// Engine: both
// If-Match on changes of things whose tag is made from what a GET answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Type } from 'typebox';
import { openTestDatabase } from '../../database/database.fixture.ts';
import type { Database } from '../../database/index.ts';
import { forbidden, notFound } from '../../errors.ts';
import { IdParams, routesFor } from '../index.ts';
import type { HttpServer, Route } from '../index.ts';
import { createTestServer } from '../http-server.testing.ts';

interface Reader {
  method: string;
}

const route = routesFor<Reader>();
const Note = Type.Object({ title: Type.String(), seen_by: Type.String() });
const NewTitle = Type.Object({ title: Type.String() });

const facts = { access: 'optional', tag: 'Notes', summary: 'A note' } as const;

async function readTitle(database: Database, id: number): Promise<string> {
  const row = await database.read.selectFrom('test_notes').select('title').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('there is no such note');
  return row.title;
}

/** A note with its title; what a reader sees also depends on the method, as for a read-only administrator. */
function noteRoutes(database: Database): Route<Reader>[] {
  const rename = (id: number, title: string): Promise<unknown> =>
    database.transact((tx) => tx.updateTable('test_notes').set({ title }).where('id', '=', id).execute());
  return [
    route({
      ...facts,
      method: 'GET',
      url: '/notes/:id',
      kind: 'single',
      params: IdParams,
      query: Type.Object({ as: Type.Optional(Type.String()) }),
      responses: { 200: Note },
      handler: async ({ params, query, viewer }) => ({
        body: { title: await readTitle(database, params.id), seen_by: query.as ?? viewer.method },
      }),
    }),
    route({
      ...facts,
      method: 'PUT',
      url: '/notes/:id',
      kind: 'action',
      params: IdParams,
      body: NewTitle,
      responses: { 200: null },
      async handler({ params, body }) {
        if (body.title === 'forbidden') throw forbidden('not this title');
        if (body.title !== 'unchanged') await rename(params.id, body.title);
        return {};
      },
    }),
    route({
      ...facts,
      method: 'PATCH',
      url: '/notes/:id',
      kind: 'action',
      params: IdParams,
      body: NewTitle,
      guard: ({ title }) => ({ as: title }),
      responses: { 200: null },
      async handler({ params, body }) {
        await rename(params.id, body.title);
        return {};
      },
    }),
    route({
      ...facts,
      method: 'DELETE',
      url: '/notes/:id',
      kind: 'action',
      guard: 'own',
      params: IdParams,
      responses: { 200: null },
      handler: async () => ({}),
    }),
  ];
}

interface Sent {
  method?: string;
  title?: string;
  headers?: Record<string, string>;
  query?: string;
}

interface Notes {
  database: Database;
  send(sent: Sent): Promise<Response>;
  /** The tag of the note as a GET with this query and format shows it. */
  tagOf(query?: string, accept?: string): Promise<string>;
}

const serveRoutes = (database: Database, routes: ReturnType<typeof noteRoutes>): HttpServer =>
  createTestServer<Reader>({
    routes,
    identify: async ({ method }) => ({ method }),
    guardChange: (_snapshot, check, change) => database.guard(check, change),
    readDataVersion: () => database.readDataVersion(),
  });

async function openNotes(context: TestContext): Promise<Notes> {
  const database = await openTestDatabase(context);
  await database.transact((tx) =>
    tx.insertInto('test_notes').values({ title: 'first', body: null, parent_id: null }).execute(),
  );
  const server = serveRoutes(database, noteRoutes(database));
  const base = await server.listen({ port: 0, host: '127.0.0.1' });
  context.after(() => server.close());
  const send = ({ method = 'GET', title, headers = {}, query = '' }: Sent): Promise<Response> =>
    fetch(`${base}/api/notes/101${query}`, {
      method,
      headers: { ...(title === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: title === undefined ? null : JSON.stringify({ title }),
    });
  return {
    database,
    send,
    async tagOf(query = '', accept = 'application/json') {
      const answer = await send({ query, headers: { accept } });
      return answer.headers.get('etag') ?? assert.fail('no ETag');
    },
  };
}

for (const accept of ['application/json', 'application/xml']) {
  test(`a change passes with the tag of the GET in ${accept}, and the same tag fails afterwards`, async (context) => {
    const { send, tagOf } = await openNotes(context);
    const headers = { accept, 'if-match': await tagOf('', accept) };
    assert.equal((await send({ method: 'PUT', title: 'second', headers })).status, 200);
    const refused = await send({ method: 'PUT', title: 'third', headers });
    assert.equal(refused.status, 412);
    assert.match(await refused.text(), /Precondition Failed: If-Match/);
    assert.equal(refused.headers.get('etag'), await tagOf('', accept));
    assert.match(await (await send({})).text(), /"second"/);
  });
}

const headers: [ifMatch: string, status: number][] = [
  ['*', 200],
  ['"other.json"', 412],
  ['W/"other.json"', 412],
  ['"', 400],
  ['', 400],
  ['"a" "b"', 400],
];
for (const [ifMatch, status] of headers) {
  test(`${status} to If-Match: ${ifMatch}`, async (context) => {
    const { send } = await openNotes(context);
    const answer = await send({ method: 'PUT', title: 'second', headers: { 'if-match': ifMatch } });
    assert.equal(answer.status, status);
    assert.match(await (await send({})).text(), status === 200 ? /"second"/ : /"first"/);
  });
}

test('a tag matches as proxies hand it on, and one of a list does', async (context) => {
  const { send, tagOf } = await openNotes(context);
  const forms = [
    'W/"$"',
    '"other", "$"',
    'W/"other", W/"$"',
    '"$-gzip"',
    'W/"$-br"',
    '"$--gzip"',
    '"$;gzip"',
    '"$-zstd"',
  ];
  for (const [title, form] of forms.entries()) {
    const ifMatch = form.replace('$', (await tagOf()).slice(1, -1));
    const change = { method: 'PUT', title: String(title), headers: { 'if-match': ifMatch } };
    assert.equal((await send(change)).status, 200, ifMatch);
    assert.equal((await send(change)).status, 412, ifMatch);
    assert.equal((await send({ headers: { 'if-none-match': ifMatch } })).status, 200, ifMatch);
    const now = form.replace('$', (await tagOf()).slice(1, -1));
    assert.equal((await send({ headers: { 'if-none-match': now } })).status, 304, now);
  }
});

test('the tag is that of the GET with the same query, or with the one that the route makes of the body', async (context) => {
  const { send, tagOf } = await openNotes(context);
  const tag = await tagOf('?as=me');
  const change = { title: 'me', headers: { 'if-match': tag } };
  assert.equal((await send({ ...change, method: 'PUT' })).status, 412);
  assert.equal((await send({ ...change, method: 'PUT', query: '?as=me', title: 'unchanged' })).status, 200);
  assert.equal((await send({ ...change, method: 'PATCH', title: 'you' })).status, 412);
  assert.equal((await send({ ...change, method: 'PATCH' })).status, 200);
});

test('a refusal of the change itself comes before 412', async (context) => {
  const { send } = await openNotes(context);
  const answer = await send({ method: 'PUT', title: 'forbidden', headers: { 'if-match': '"other"' } });
  assert.equal(answer.status, 403);
});

test('a change that writes nothing is refused all the same', async (context) => {
  const { send } = await openNotes(context);
  const answer = await send({ method: 'PUT', title: 'unchanged', headers: { 'if-match': '"other"' } });
  assert.equal(answer.status, 412);
});

test('of changes that race with one tag exactly one wins', async (context) => {
  const { send, tagOf } = await openNotes(context);
  const headers = { 'if-match': await tagOf() };
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) => send({ method: 'PUT', title: `by ${n}`, headers })),
  );
  const countOf = (wanted: number): number => answers.filter(({ status }) => status === wanted).length;
  assert.deepEqual([countOf(200), countOf(412)], [1, 23]);
});

test('where the service looks at the preconditions itself, nothing else does', async (context) => {
  const { send } = await openNotes(context);
  assert.equal((await send({ method: 'DELETE', headers: { 'if-match': '"other"' } })).status, 200);
});

test('two routes may not have one path and method', async (context) => {
  const database = await openTestDatabase(context);
  const routes = noteRoutes(database);
  assert.throws(() => serveRoutes(database, [...routes, ...routes]), /two routes have the same method at \/api\//);
});
