// Starts the real app on a real database in a temporary folder, with a clock that tests may set, and talks to it over HTTP.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createHttpServer, databaseFile, openApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { migrations } from '../../src/migrations/index.ts';
import type { DatabaseLocation } from '../../src/platform/database/index.ts';
import { readEvents, settleEvents } from '../../src/platform/events/index.ts';
import type { EventRow } from '../../src/platform/events/index.ts';
import { createTestPlace, migrated } from '../../src/platform/database/test-place.testing.ts';
import type { Content } from '../../src/platform/database/test-place.testing.ts';
import { importArchive } from '../../src/features/archive/index.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { sendRequest } from './http-client.ts';

export interface Call {
  method?: string;
  /** User name whose token is sent; undefined: anonymous. */
  as?: string;
  /** Sent as JSON, or as it is when it is a text. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed JSON; undefined when the body is empty or something else. */
  json: unknown;
}

export interface TestApp {
  readonly app: App;
  base: string;
  call(path: string, call?: Call): Promise<Answered>;
  /** Adds an account with the password that `call` signs in with. */
  addUser(
    username: string,
    facts?: { realName?: string; isSiteAdmin?: boolean; status?: 'A' | 'R' | 'S' | 'P' | 'D' },
  ): Promise<number>;
  /** Stops serving, closes the app, and starts another one on the same folder, at the same address, after `meanwhile`. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export const testPassword = 'correct horse battery';
/** The least of argon2id: verified in no time, where real cost would take most of the tests' time. */
const testPasswordHash =
  '$argon2id$v=19$m=8,t=1,p=1$IY/9kObAyHl6GsMt1dQrig$o96RIIHvAE1dg5aAu2jxaVL48pMNsFfuUnQp40GMT/8';

/** Gives an account the test password; what was issued for an earlier one goes on. */
export async function giveTestPassword({ database }: App, username: string, nowMs: number): Promise<void> {
  const password = { password_hash: testPasswordHash, password_changed_at_ms: nowMs };
  await database.transact((tx) => tx.updateTable('users').set(password).where('username', '=', username).execute());
}

/** A clock that stands until it is told otherwise. */
export function createTestClock(startMs: number): Clock & { advance(ms: number): void } {
  let nowMs = startMs;
  return { nowMs: () => nowMs, advance: (ms) => void (nowMs += ms) };
}

interface StartOptions {
  archives?: readonly string[];
  clock?: Clock;
  /** Lines of conf/local.inc. */
  settings?: string;
  /** By default nothing is logged. */
  logLevel?: string;
}

const samples = new URL('../../samples/', import.meta.url).pathname;

const importAll = async ({ database, blobs, features }: App, archives: readonly string[]): Promise<void> => {
  for (const path of archives) {
    await importArchive(
      { database, clock: { nowMs: () => Date.now() }, blobs, parts: features.parts.archive },
      { path, as: 'root', mode: { automap: 'A' } },
    );
  }
};

/** An install with a site administrator `root` and these samples, whose API may be asked over plain HTTP. */
export const installWith = (archives: readonly string[]): Content => ({
  key: `install with ${archives.join(' and ')}`,
  async fill(place) {
    const dataDir = 'file' in place ? dirname(place.file) : await mkdtemp(join(tmpdir(), 'tepal-content-'));
    await writeSettings(dataDir, place, '');
    const app = await openApp({ dataDir, logLevel: 'silent' });
    await app.features.people.create({ username: 'root', email: 'root@example.org', isSiteAdmin: true });
    await app.features.site.changeSetting('sys_rest_api_over_http', '1');
    await importAll(app, archives);
    // Each install has a key of its own.
    await app.database.transact((tx) => tx.deleteFrom('settings').where('name', '=', 'entity_tag_key').execute());
    await app.close();
    if (!('file' in place)) await rm(dataDir, { recursive: true });
  },
});

/** Starts an app whose API may be asked over plain HTTP; `archives` are imported first, by a site administrator `root`. */
export const startApp = async (options: StartOptions = {}): Promise<TestApp> =>
  untilClosed(await startServing(options));

/** The same until it is closed: variables of test files live as long as the process, and would keep every app. */
function untilClosed(started: TestApp): TestApp {
  let open: TestApp | undefined = started;
  const get = (): TestApp => {
    if (open === undefined) throw new Error('this app is closed');
    return open;
  };
  return {
    get app() {
      return get().app;
    },
    base: started.base,
    call: (path, call) => get().call(path, call),
    addUser: (username, facts) => get().addUser(username, facts),
    restart: (meanwhile) => get().restart(meanwhile),
    async close() {
      await open?.close();
      open = undefined;
    },
  };
}

async function startServing(options: StartOptions): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tepal-test-'));
  const archives = options.archives ?? [];
  const other = archives.findIndex((path) => !path.startsWith(samples));
  const copied = other < 0 ? archives : archives.slice(0, other);
  const remove = await prepareFolder(dataDir, options.settings ?? '', installWith(copied));
  const open = (): Promise<App> =>
    openApp({
      // As most people name theirs, which nothing that Tepal starts may notice.
      dataDir: relative(process.cwd(), dataDir),
      logLevel: options.logLevel ?? 'silent',
      ...(options.clock === undefined ? {} : { clock: options.clock }),
    });
  let app = await open();
  const nowMs = (): number => options.clock?.nowMs() ?? Date.now();
  await giveTestPassword(app, 'root', nowMs());
  await importAll(app, archives.slice(copied.length));
  let server = createHttpServer(app);
  const base = await server.listen({ port: 0, host: '127.0.0.1' });
  const signIn = createTokenSource(() => app, base, nowMs);
  return {
    get app() {
      return app;
    },
    base,
    call: async (path, call = {}) => send(base, path, call, call.as === undefined ? {} : await signIn(call.as)),
    async addUser(username, facts = {}) {
      const id = await app.features.people.create({ username, email: `${username}@example.org`, ...facts });
      await giveTestPassword(app, username, nowMs());
      return id;
    },
    async restart(meanwhile) {
      await server.close();
      await app.close();
      await meanwhile();
      app = await open();
      server = createHttpServer(app);
      await server.listen({ port: Number(new URL(base).port), host: '127.0.0.1' });
    },
    async close() {
      await server.close();
      await app.close();
      await remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Writes conf/local.inc: these lines, and where this run's engine has a new database. Returns what takes that away. */
export async function prepareFolder(
  dataDir: string,
  lines: string,
  content: Content = migrated(migrations),
): Promise<() => Promise<void>> {
  const { place, remove } = await createTestPlace(content, databaseFile(dataDir));
  await writeSettings(dataDir, place, lines);
  return remove;
}

async function writeSettings(dataDir: string, place: DatabaseLocation, lines: string): Promise<void> {
  const where =
    'url' in place ? `$database_url = '${place.url}';\n$database_pool_size = ${place.poolSize ?? 3};\n` : '';
  await mkdir(join(dataDir, 'conf'), { recursive: true });
  await writeFile(join(dataDir, 'conf', 'local.inc'), `<?php\n${where}${lines}\n`);
}

/** One token per user, made at first use; who has another password or none, as people of archives, gets the test password then. */
function createTokenSource(runningApp: () => App, base: string, nowMs: () => number) {
  const kept = new Map<string, Promise<Record<string, string>>>();
  const make = async (username: string): Promise<Record<string, string>> => {
    const user = runningApp()
      .database.read.selectFrom('users')
      .select('password_hash')
      .where('username', '=', username);
    // To find out by a refusal would cost as much as a real password does.
    if ((await user.executeTakeFirst())?.password_hash !== testPasswordHash)
      await giveTestPassword(runningApp(), username, nowMs());
    const body = { username, password: testPassword };
    const answer = await send(base, '/api/tokens', { method: 'POST', body }, {});
    const token: unknown = answer.json;
    if (typeof token !== 'object' || token === null || !('token' in token) || !('user_id' in token)) {
      throw new Error(`no token for ${username}: ${answer.text}`);
    }
    return { 'x-auth-token': String(token.token), 'x-auth-userid': String(token.user_id) };
  };
  return (username: string): Promise<Record<string, string>> => {
    const known = kept.get(username) ?? make(username);
    kept.set(username, known);
    return known;
  };
}

/** What the event log says, oldest first. */
export async function readEventLog({ database }: App): Promise<EventRow[]> {
  await settleEvents(database);
  return readEvents(database.read, { after: 0, limit: 10_000 });
}

/** Headers with a new token of somebody who has the test password, made without HTTP. */
export async function issueToken({ features }: App, username: string): Promise<Record<string, string>> {
  const request = {
    method: 'POST',
    url: '/api/tokens',
    headers: {},
    address: '127.0.0.1',
    isEncrypted: false,
    format: 'json',
  } as const;
  const site = await features.site.current();
  const { userId, token } = await features.signIn.createToken(site, username, testPassword, request);
  return { 'x-auth-token': token, 'x-auth-userid': String(userId) };
}

async function send(base: string, path: string, call: Call, credentials: Record<string, string>): Promise<Answered> {
  const body =
    call.body === undefined ? undefined : typeof call.body === 'string' ? call.body : JSON.stringify(call.body);
  const headers = {
    accept: '*/*',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...credentials,
    ...lowerNames(call.headers ?? {}),
  };
  const heard = await sendRequest(base, { method: call.method ?? 'GET', path, headers, body });
  const isJson = heard.headers.get('content-type')?.startsWith('application/json') === true && heard.text !== '';
  return { ...heard, json: isJson ? JSON.parse(heard.text) : undefined };
}

const lowerNames = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** The value at a path such as `error.message` or `values.0.field_id`; undefined when it is not there. */
export function at(value: unknown, path: string): unknown {
  let current: unknown = value;
  for (const key of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Object.getOwnPropertyDescriptor(current, key)?.value;
  }
  return current;
}

/** The header, which must be there. */
export function headerOf(answer: Answered, name: string): string {
  const value = answer.headers.get(name);
  if (value === null) throw new Error(`the answer ${answer.status} has no ${name}`);
  return value;
}
