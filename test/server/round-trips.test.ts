// How often requests wait for PostgreSQL, one answer after the other: what decides how long they take where it is far.
// Engine: PostgreSQL alone
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createHttpServer, openApp } from '../../src/app.ts';
import { importArchive } from '../../src/features/archive/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { cleanUp } from '../../src/platform/database/database.fixture.ts';
import { createPostgresPlace } from '../../src/platform/database/test-place.testing.ts';
import { at, issueToken, testPassword } from '../support/harness.ts';
import { sampleFolder } from '../support/scenario.ts';

interface Counter {
  /** Folder of the socket that stands before the server's. */
  folder: string;
  /** How often all that was asked was answered, and more was asked because of it. */
  trips(): number;
}

const startupCode = 196_608;

/** Calls `heard` with the type of each message that comes whole; the first of a client has none. */
function createReader(hasStartup: boolean, heard: (type: string) => void): (chunk: Buffer | string) => void {
  let rest = Buffer.alloc(0);
  let isStarting = hasStartup;
  return (chunk) => {
    rest = Buffer.concat([rest, typeof chunk === 'string' ? Buffer.from(chunk) : chunk]);
    for (;;) {
      const head = isStarting ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      if (isStarting) isStarting = rest.readInt32BE(4) !== startupCode;
      else heard(String.fromCharCode(rest[0] ?? 0));
      rest = rest.subarray(length);
    }
  };
}

/** Stands before the server and keeps answers back until there is one to everything that was asked, over whichever connection. */
function startCounter(context: TestContext, socketPath: string): Counter {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-trips-'));
  const open = new Set<Socket>();
  const held: [Socket, Buffer | string][] = [];
  let unanswered = 0;
  let trips = 0;
  const release = (): void => {
    if (unanswered > 0 || held.length === 0) return;
    trips += 1;
    for (const [to, chunk] of held.splice(0)) to.write(chunk);
  };
  const server = createServer((client) => {
    const upstream = connect(socketPath);
    const ask = createReader(true, (type) => {
      // A query, or the Sync behind a statement: the server says when it is ready again.
      if (type === 'Q' || type === 'S') unanswered += 1;
    });
    let isIn = false;
    const answer = createReader(false, (type) => {
      if (type !== 'Z') return;
      if (isIn) unanswered -= 1;
      isIn = true;
    });
    client.on('data', (chunk) => {
      ask(chunk);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      const wasIn = isIn;
      answer(chunk);
      if (!wasIn) return client.write(chunk);
      held.push([client, chunk]);
      return release();
    });
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  server.listen(join(folder, '.s.PGSQL.5432'));
  cleanUp(context, async () => {
    for (const socket of open) socket.destroy();
    server.close();
    rmSync(folder, { recursive: true });
  });
  return { folder, trips: () => trips };
}

/** A site with the kanban sample, whose answers from PostgreSQL are counted. */
async function startCountedSite(context: TestContext) {
  const { place, remove } = await createPostgresPlace();
  cleanUp(context, remove);
  assert.ok('url' in place);
  const url = new URL(place.url);
  const counter = startCounter(context, `${url.searchParams.get('host')}/.s.PGSQL.5432`);
  url.searchParams.set('host', counter.folder);
  const dataDir = mkdtempSync(join(tmpdir(), 'tepal-trips-data-'));
  cleanUp(context, async () => rmSync(dataDir, { recursive: true }));
  mkdirSync(join(dataDir, 'conf'));
  writeFileSync(join(dataDir, 'conf', 'local.inc'), `<?php\n$database_url = '${url.href}';\n`);
  const app = await openApp({ dataDir, logLevel: 'silent' });
  cleanUp(context, () => app.close());
  const { features, database, blobs } = app;
  await features.people.create({ username: 'root', email: 'r@example.org', isSiteAdmin: true, password: testPassword });
  await features.site.changeSetting('sys_rest_api_over_http', '1');
  const order = { path: sampleFolder('kanban'), as: 'root', mode: { automap: 'A' } } as const;
  await importArchive({ database, clock: systemClock, blobs, parts: features.parts.archive }, order);
  await features.people.change('ana', { password: testPassword });
  const server = createHttpServer(app);
  const base = await server.listen({ port: 0, host: '127.0.0.1' });
  cleanUp(context, () => server.close());
  const headers = { ...(await issueToken(app, 'ana')), 'content-type': 'application/json' };
  const call = async (path: string, method = 'GET', body?: unknown): Promise<unknown> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${base}/api${path}`, { method, headers, ...sent });
    const text = await answer.text();
    assert.ok(answer.ok, text);
    return JSON.parse(text);
  };
  const { id: trackerId } = await database.read
    .selectFrom('trackers')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const titleField = Number(at(await call(`/trackers/${trackerId}`), 'semantics.title.field_id'));
  const values = (): unknown[] => [{ field_id: titleField, value: `named ${counter.trips()}` }];
  const make = async (): Promise<number> =>
    Number(at(await call('/artifacts', 'POST', { tracker: { id: trackerId }, values: values() }), 'id'));
  return { counter, call, values, make };
}

/** Enough for one in which nothing else goes on, such as reading definitions or opening another connection. */
const attemptsMax = 200;

test('a PUT and a comment wait five times, a POST four times, a first read three times', async (context) => {
  const { counter, call, values, make } = await startCountedSite(context);
  const id = await make();
  /** The fewest; stops at the expected number, because what depends on an answer never waits less often. */
  const countTrips = async (expected: number, request: () => Promise<() => Promise<unknown>>): Promise<number> => {
    let fewest = Infinity;
    for (let attempt = 0; attempt < attemptsMax && fewest > expected; attempt += 1) {
      const send = await request();
      const before = counter.trips();
      await send();
      fewest = Math.min(fewest, counter.trips() - before);
    }
    return fewest;
  };
  const comment = { values: [], comment: { body: 'seen', format: 'text' } };
  const counted = {
    put: await countTrips(4, async () => () => call(`/artifacts/${id}`, 'PUT', { values: values() })),
    comment: await countTrips(4, async () => () => call(`/artifacts/${id}`, 'PUT', comment)),
    post: await countTrips(4, async () => make),
    firstRead: await countTrips(2, async () => {
      const fresh = await make();
      return () => call(`/artifacts/${fresh}?values_format=by_field`);
    }),
  };
  assert.deepEqual(counted, { put: 5, comment: 5, post: 4, firstRead: 3 });
});
