// The site that attacks are made on: the scrum sample, whose people are bystanders, and the project `arena`, which `mallory`
// administers. Filled once, then copied for each attack.
import { randomBytes, hash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { databaseFile, openApp } from '../../../src/app.ts';
import type { App } from '../../../src/app.ts';
import { importArchive } from '../../../src/features/archive/index.ts';
import { createPostgresPlace } from '../../../src/platform/database/test-place.testing.ts';
import { replyAddressOf } from '../../../src/platform/mail/reply-address.ts';
import { findFreePort } from '../../support/free-port.ts';
import { issueToken, testPassword } from '../../support/harness.ts';
import type { TestApp } from '../../support/harness.ts';
import { sampleFolder } from '../../support/scenario.ts';
import { buildArtifacts, buildProject, everybody, members, registered } from '../../support/worlds.ts';
import type { FieldPlan, World } from '../../support/worlds.ts';
import type { Site } from './attack.ts';

export const mailDomain = 'forge.example.com';

/** Settings of an attacked server. */
export const attackedSettings = (mailPort: number): string => `
$sys_trusted_proxies = '127.0.0.1';
$sys_use_user_registration = '1';
$sys_enable_reply_by_mail = '1';
$sys_default_mail_domain = '${mailDomain}';
$outgoing_private_addresses = '1';
$log_level = 'error';
${mailPort === 0 ? '' : `$mail_in_listen = '127.0.0.1:${mailPort}';\n`}`;

const lines = (mailPort: number, databaseUrl: string): string =>
  `<?php\n$sys_rest_api_over_http = '1';\n${attackedSettings(mailPort)}${databaseUrl === '' ? '' : `$database_url = '${databaseUrl}';\n`}`;

const cardCount = 2000;
const crowdCount = 520;
/** A change a day of the first card, so that charts have something to look at. */
const historyDays = 200;
const dayMs = 24 * 60 * 60 * 1000;

const open = { read: [everybody], submit: [registered], update: [registered] };
const stateValues = ['off', 'on'];
const statusValues = ['new', 'doing', 'done'];
const fields: readonly FieldPlan[] = [
  { name: 'title', type: 'string', ...open },
  { name: 'text', type: 'text', ...open },
  { name: 'notes', type: 'text', ...open },
  { name: 'status', type: 'sb', values: statusValues, ...open },
  { name: 'size', type: 'float', ...open },
  { name: 'points', type: 'int', ...open },
  { name: 'owner', type: 'string', ...open },
  { name: 'start', type: 'date', ...open },
  { name: 'days', type: 'int', ...open },
  { name: 'links', type: 'art_link', ...open },
  { name: 'limit', type: 'perm', ...open },
  { name: 'files', type: 'file', ...open },
  { name: 'effort', type: 'computed', ...open },
  { name: 'remaining_effort', type: 'computed', ...open },
  { name: 'burndown', type: 'burndown', read: [everybody] },
  { name: 'burnup', type: 'burnup', read: [everybody] },
];

const vocabulary =
  'login crash screen slow border colour button menu sync export filter chart email server index'.split(' ');
const words = (n: number, count: number): string =>
  Array.from({ length: count }, (_, i) => vocabulary[(n * 7 + i * (n % 5) + i) % vocabulary.length]).join(' ');

/** What the builders of test worlds take; nobody asks it over HTTP. */
const builderOf = (app: App): TestApp => {
  const none = (): never => {
    throw new Error('nothing serves this app');
  };
  return { app, base: '', call: none, addUser: none, restart: none, close: none };
};

const buildArena = (app: App, mallory: number): Promise<World> =>
  buildProject(builderOf(app), {
    name: 'arena',
    admins: [mallory],
    trackers: () => [
      {
        name: 'cards',
        permissions: { full: [everybody] },
        title: 'title',
        status: { field: 'status', open: ['new', 'doing'], done: ['done'] },
        initialEffort: 'size',
        timeframe: { start: 'start', duration: 'days' },
        fields,
      },
      {
        name: 'moves',
        permissions: { full: [everybody] },
        title: 'title',
        fields: [
          { name: 'title', type: 'string', ...open },
          { name: 'state', type: 'sb', values: stateValues, ...open },
        ],
        workflow: {
          field: 'state',
          moves: [
            { from: null, to: 'off' },
            { from: 'off', to: 'on', groups: [members] },
            { from: 'on', to: 'off', groups: [members] },
          ],
        },
      },
    ],
  });

async function addCards(app: App, arena: World, by: number, count: number): Promise<number[]> {
  const field = (name: string): number => arena.field('cards', name);
  const startMs = Date.now() - historyDays * dayMs;
  const statuses = statusValues.map((label) => [arena.value('cards', 'status', label)]);
  return buildArtifacts(
    builderOf(app),
    Array.from({ length: count }, (_, n) => ({
      trackerId: arena.tracker('cards'),
      changes: [
        {
          by,
          atMs: startMs + (n % historyDays) * dayMs,
          values: {
            [field('title')]: words(n, 6),
            [field('text')]: { content: words(n, 60), format: 'text' },
            [field('status')]: statuses[n % 3],
            [field('points')]: n % 13,
          },
        },
      ],
    })),
  );
}

/** People who may only read, with a token each, straight into the tables. */
async function addCrowd({ database, features }: App, count: number): Promise<Record<string, string>[]> {
  const crowd: Record<string, string>[] = [];
  for (let n = 0; n < count; n += 1) {
    const username = `crowd_${n}`;
    const id = await features.people.create({ username, email: `${username}@example.org` });
    const token = randomBytes(32).toString('hex');
    await database.transact((tx) =>
      tx
        .insertInto('tokens')
        .values({ user_id: id, created_at_ms: Date.now(), hash: hash('sha256', token, 'buffer') })
        .execute(),
    );
    crowd.push({ 'x-auth-token': token, 'x-auth-userid': String(id) });
  }
  return crowd;
}

type Facts = Omit<Site, 'port' | 'mailPort'>;

/** Puts the arena and its people into an app that has the scrum sample; gives what attackers know of it. */
export async function furnishArena(
  app: App,
  sizes: { cards: number; crowd: number },
  givePassword: (username: string) => Promise<unknown>,
): Promise<Facts> {
  const { people, members: projectMembers } = app.features;
  const mallory = await people.create({ username: 'mallory', email: 'mallory@example.org' });
  const arena = await buildArena(app, mallory);
  await projectMembers.add('arena', 'mallory', true);
  const artifacts = await addCards(app, arena, mallory, sizes.cards);
  const crowd = await addCrowd(app, sizes.crowd);
  for (const username of ['root', 'bruno', 'mallory']) await givePassword(username);
  return {
    password: testPassword,
    tokens: {
      mallory: await issueToken(app, 'mallory'),
      root: await issueToken(app, 'root'),
      bruno: await issueToken(app, 'bruno'),
    },
    crowd,
    projectId: arena.id,
    trackers: { cards: arena.tracker('cards'), moves: arena.tracker('moves') },
    ...listIds(arena),
    artifacts,
    bystandersArtifact: 12,
    mailTo: replyAddressOf(app.entityTagKey, { artifactId: artifacts[0] ?? 0, userId: mallory }, mailDomain),
  };
}

/** The whole site, in an empty folder. */
async function furnish(app: App): Promise<Facts> {
  const { people } = app.features;
  await people.create({ username: 'root', email: 'root@example.org', isSiteAdmin: true });
  const deps = { database: app.database, clock: app.clock, blobs: app.blobs, parts: app.features.parts.archive };
  await importArchive(deps, { path: sampleFolder('scrum'), as: 'root', mode: { automap: 'A' } });
  const facts = await furnishArena(app, { cards: cardCount, crowd: crowdCount }, (username) =>
    people.change(username, { password: testPassword }),
  );
  await app.followers.register();
  await app.followers.drain();
  return facts;
}

/** Ids of fields and of their values, by name. */
function listIds(arena: World): Pick<Site, 'fields' | 'values'> {
  const named = (name: string): [string, number] => [`cards.${name}`, arena.field('cards', name)];
  const valuesOf = (tracker: string, field: string, labels: readonly string[]): [string, number][] =>
    labels.map((label) => [`${tracker}.${field}.${label}`, arena.value(tracker, field, label)]);
  const ofMoves = ['title', 'state'].map((name): [string, number] => [`moves.${name}`, arena.field('moves', name)]);
  return {
    fields: Object.fromEntries([...fields.map(({ name }) => named(name)), ...ofMoves]),
    values: Object.fromEntries([
      ...valuesOf('cards', 'status', statusValues),
      ...valuesOf('moves', 'state', stateValues),
    ]),
  };
}

export interface PreparedSite {
  /** A copy that a server may be started on, and what attackers know of it but for the port. */
  copy(): Promise<{
    dataDir: string;
    facts: Omit<Site, 'port'>;
    /** Processes of the database that work for its server. */
    listBackends(): Promise<number[]>;
    remove(): Promise<void>;
  }>;
  remove(): void;
}

/** Fills a site for as many copies as are wanted, on SQLite or on a PostgreSQL that ends with this process. */
export async function prepareSite(isOnPostgres: boolean): Promise<PreparedSite> {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-bystanders-'));
  const original = join(folder, 'original');
  let facts: Facts | undefined;
  const fill = async (databaseUrl: string): Promise<void> => {
    writeConf(original, 0, databaseUrl);
    const app = await openApp({ dataDir: original, logLevel: 'silent' });
    try {
      facts = await furnish(app);
    } finally {
      await app.close();
    }
  };
  const content = {
    key: `bystanders of ${folder}`,
    fill: (place: object) => fill('url' in place ? String(place.url) : ''),
  };
  if (!isOnPostgres) await fill('');
  let copies = 0;
  return {
    async copy() {
      const place = isOnPostgres ? await createPostgresPlace(content) : undefined;
      const dataDir = join(folder, `copy-${++copies}`);
      cpSync(original, dataDir, { recursive: true });
      const mailPort = await findFreePort();
      const databaseUrl = place !== undefined && 'url' in place.place ? place.place.url : '';
      writeConf(dataDir, mailPort, databaseUrl);
      if (facts === undefined) throw new Error(`nothing was put into ${databaseFile(original)}`);
      return {
        dataDir,
        facts: { ...facts, mailPort },
        listBackends: async () => (databaseUrl === '' ? [] : listBackends(databaseUrl)),
        async remove() {
          await place?.remove();
          rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
        },
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function listBackends(connectionString: string): Promise<number[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    return rows.map(({ pid }) => pid);
  } finally {
    await client.end();
  }
}

function writeConf(dataDir: string, mailPort: number, databaseUrl: string): void {
  mkdirSync(join(dataDir, 'conf'), { recursive: true });
  writeFileSync(join(dataDir, 'conf/local.inc'), lines(mailPort, databaseUrl));
}
