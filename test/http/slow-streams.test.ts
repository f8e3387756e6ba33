// A stream of events whose client does not read: it is cut off before much is kept for it, others go on, and it can go on too.
// Engine: SQLite alone; others ask PostgreSQL all that this does.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createHttpServer } from '../../src/app.ts';
import { appendEvents } from '../../src/platform/events/index.ts';
import { cleanUp } from '../../src/platform/database/database.fixture.ts';
import { issueToken, readEventLog } from '../support/harness.ts';
import { openRaw } from '../support/raw-connection.ts';
import { openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

/** Events of which the system can't keep all for a connection that nobody reads from: each holds its author's name. */
const eventCount = 900;
const longName = 'x'.repeat(4000);
/** Somewhat more than one page of the stream. */
const keptBytesMax = 2 * 1024 * 1024;

/** Makes events of one artifact; gives their ids. */
async function makeEvents({ test, tracker }: Scrum): Promise<number[]> {
  const { app } = test;
  const earlier = (await readEventLog(app)).length;
  const by = await test.addUser('busy', { realName: longName });
  const trackerId = tracker('User stories');
  const artifact = await app.database.read
    .selectFrom('artifacts')
    .select('id')
    .where('tracker_id', '=', trackerId)
    .executeTakeFirstOrThrow();
  const place = { projectId: 101, trackerId, artifactId: artifact.id, changesetId: null };
  const event = { kind: 'artifact-updated', ...place, by, atMs: Date.now() };
  const events = Array.from({ length: eventCount }, () => event);
  await app.database.transact((tx) => appendEvents(tx, events));
  return (await readEventLog(app)).slice(earlier).map(({ position }) => position);
}

/** Ids of the events that came as a whole. */
const idsIn = (heard: string): number[] =>
  [...heard.matchAll(/id: (\d+)\nevent: artifact-updated\ndata: \{[^\n]*\}\n\n/g)].map(([, id]) => Number(id));

/** The most that a socket has kept until it is closed. */
async function watchKept(socket: Socket): Promise<number> {
  let bytes = 0;
  while (!socket.destroyed) {
    bytes = Math.max(bytes, socket.writableLength);
    await delay(5);
  }
  return bytes;
}

it('a client that does not read is cut off in little memory, delays nobody and misses nothing', async (context) => {
  const scrum = await openScrum({ settings: "$send_timeout = '1';" });
  cleanUp(context, () => scrum.test.close());
  const { app } = scrum.test;
  const sockets: Socket[] = [];
  const server = createHttpServer(app);
  server.server.on('connection', (socket: Socket) => sockets.push(socket));
  const base = await server.listen({ port: 0, host: '127.0.0.1' });
  cleanUp(context, () => server.close());
  const credentials = await issueToken(app, 'root');
  const open = async (headers: Record<string, string>) => {
    const connection = await openRaw(base);
    const lines = Object.entries({ ...credentials, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    connection.send(`GET /api/events/stream HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`);
    await connection.hear(/retry: 2000/);
    return connection;
  };

  const slow = await open({});
  slow.socket.pause();
  const [slowEnd] = sockets;
  assert.ok(slowEnd !== undefined);
  const kept = watchKept(slowEnd);
  const reader = await open({});
  const expected = await makeEvents(scrum);
  const last = new RegExp(`id: ${expected.at(-1)}\n.*\n.*\n\n`);
  const heard = await reader.hear(last);
  assert.deepEqual(idsIn(heard), expected);

  const keptBytes = await kept;
  assert.ok(keptBytes > 0 && keptBytes < keptBytesMax, `${keptBytes} bytes were kept`);
  assert.ok(slowEnd.bytesWritten < heard.length, 'all was made for who read nothing');

  slow.socket.resume();
  const before = idsIn(await slow.heardAtEnd());
  assert.ok(before.length > 0 && before.length < expected.length);
  const again = await open({ 'last-event-id': String(before.at(-1)) });
  assert.deepEqual([...before, ...idsIn(await again.hear(last))], expected);
  for (const { socket } of [reader, again]) socket.destroy();
});
