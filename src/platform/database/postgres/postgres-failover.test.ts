// Engine: PostgreSQL alone
// The server dies under changes and its standby takes over at the same address: whoever runs goes on, and nothing acknowledged is gone.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { until } from '../../concurrency/until.testing.ts';
import { DomainError } from '../../errors.ts';
import { notesMigration } from '../database.fixture.ts';
import { openDatabase } from '../index.ts';
import { startPostgres } from './postgres-server.testing.ts';

const socketIn = (folder: string): string => join(folder, '.s.PGSQL.5432');
const folderOf = (url: string): string => new URL(url).searchParams.get('host') ?? '';

async function ask(url: string, ...statements: string[]): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

test('changes go on at a standby that took over, and those that were acknowledged are there', async (context) => {
  const server = await startPostgres({ withReplica: true });
  context.after(() => server.stop());
  // What is acknowledged is on the disk of the standby, too.
  await ask(server.url, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()');
  const folder = mkdtempSync(join(tmpdir(), 'tepal-failover-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  let target = folderOf(server.url);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const address = createServer((near) => {
    const far = keep(createConnection(socketIn(target)));
    keep(near).pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => void address.listen(socketIn(folder), resolve));
  context.after(() => {
    for (const socket of sockets) socket.destroy();
    address.close();
  });
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const logger = { warn: () => {}, error: () => {} };
  const database = await openDatabase({ url, poolSize: 4, migrations: [notesMigration], logger });
  context.after(() => database.close());

  const acknowledged: string[] = [];
  const unknown: string[] = [];
  let isOver = false;
  const write = async (name: string): Promise<void> => {
    for (let n = 0; !isOver; n += 1) {
      const title = `${name} ${n}`;
      try {
        await database.transact((tx) => tx.insertInto('test_notes').values({ title }).execute());
        acknowledged.push(title);
      } catch (error) {
        assert.ok(error instanceof DomainError && error.kind === 'unavailable', String(error));
        unknown.push(title);
      }
    }
  };
  const writers = ['a', 'b', 'c'].map(write);
  await until(() => acknowledged.length > 200);
  await server.killServer();
  const before = acknowledged.length;
  await ask(server.replicaUrl, 'select pg_promote()');
  target = folderOf(server.replicaUrl);
  await until(() => acknowledged.length > before + 200);
  isOver = true;
  await Promise.all(writers);

  assert.ok(unknown.length > 0, 'nothing failed, so nothing was tried');
  const rows = await database.read.selectFrom('test_notes').select('title').execute();
  const found = new Map<string, number>();
  for (const { title } of rows) found.set(title, (found.get(title) ?? 0) + 1);
  assert.deepEqual(
    acknowledged.filter((title) => found.get(title) !== 1),
    [],
  );
  const known = new Set([...acknowledged, ...unknown]);
  assert.deepEqual(
    [...found].filter(([title, count]) => count !== 1 || !known.has(title)),
    [],
  );
});
