// The site that hostile requests are sent to: a project to play with, and things that hold secret markers which the actors
// must never see.
import { hash, randomBytes } from 'node:crypto';
import assert from 'node:assert/strict';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { listAt, sampleFolder } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, everybody, members } from '../support/worlds.ts';
import type { FieldPlan } from '../support/worlds.ts';
import type { KnownThings } from './make-request.ts';
import { readContract } from './operations.ts';
import type { Contract } from './operations.ts';

/** Those who may play; the site administrator only where the others do not, because what they see may then change. */
export const casts = {
  people: ['anonymous', 'stranger', 'member', 'member', 'member', 'project-admin', 'project-admin', 'project-admin'],
  administrator: ['site-admin', 'site-admin', 'site-admin', 'anonymous'],
} as const satisfies Record<string, readonly string[]>;
export type Cast = keyof typeof casts;

const signedIn = ['stranger', 'member', 'project-admin', 'site-admin'] as const;
type SignedIn = (typeof signedIn)[number];

export interface HostileWorld {
  test: TestApp;
  contract: Contract;
  known: KnownThings;
  port: number;
  /** What no actor of this cast may ever be shown. */
  markers: readonly string[];
  /** Rights, accounts and secret things, as text: the same before and after, whoever of the people played. */
  describeProtected(): Promise<string>;
  /** Gives back the credentials and states of the actors that requests took away. */
  heal(): Promise<void>;
  /** Whether what the requests are about is still there. */
  isWhole(): Promise<boolean>;
  /** Throws where ordinary people are no longer served. */
  requireService(): Promise<void>;
  close(): Promise<void>;
}

interface Accounts {
  ids: ReadonlyMap<SignedIn, number>;
  keeper: number;
}

/** Short name of the sample project. */
const scrumName = 'meadow-scrum';

const marker = (what: string): string => `kq7${what}${randomBytes(8).toString('hex')}`;

async function addAccounts(test: TestApp): Promise<Accounts> {
  const ids = new Map<SignedIn, number>();
  for (const name of signedIn) {
    ids.set(name, await test.addUser(`hostile-${name}`, { isSiteAdmin: name === 'site-admin' }));
  }
  const { members: projectMembers } = test.app.features;
  await projectMembers.add(scrumName, 'hostile-member', false);
  await projectMembers.add(scrumName, 'hostile-project-admin', true);
  return { ids, keeper: await test.addUser('keeper') };
}

interface Secrets {
  markers: string[];
  vaultId: number;
  /** Of the vault and of the house with hidden things. */
  artifacts: number[];
  trackers: number[];
  fieldIds: number[];
}

/** A private project that nobody plays in, and a public one with a field and a comment for administrators alone. */
async function buildSecrets(test: TestApp, { ids, keeper }: Accounts): Promise<Secrets> {
  const [title, text, group, project, hidden, comment, remark] = [
    marker('title'),
    marker('text'),
    marker('group'),
    marker('name'),
    marker('hidden'),
    marker('comment'),
    marker('remark'),
  ];
  const own = { read: [members], submit: [members], update: [members] };
  const open = { read: [everybody], submit: [members], update: [members] };
  const vaultFields: FieldPlan[] = [
    { name: 'title', type: 'string', ...own },
    { name: 'text', type: 'text', ...own },
    { name: 'links', type: 'art_link', ...own },
  ];
  const glassFields: FieldPlan[] = [
    { name: 'title', type: 'string', ...open },
    { name: 'hidden', type: 'string', read: [admins], submit: [admins], update: [admins] },
    { name: 'links', type: 'art_link', ...open },
    { name: 'limit', type: 'perm', ...open },
  ];
  const vault = await buildProject(test, {
    name: `v-${project}`.slice(0, 30),
    access: 'private',
    admins: [keeper],
    groups: { [group]: [keeper] },
    trackers: () => [{ name: 'safe', permissions: { full: [members] }, fields: vaultFields, title: 'title' }],
  });
  const glass = await buildProject(test, {
    name: 'glass-house',
    admins: [keeper],
    members: [ids.get('member') ?? 0],
    trackers: () => [{ name: 'panes', permissions: { full: [everybody] }, fields: glassFields, title: 'title' }],
  });
  const artifacts = await buildArtifacts(test, [
    {
      trackerId: vault.tracker('safe'),
      changes: [
        {
          by: keeper,
          atMs: 0,
          values: {
            [vault.field('safe', 'title')]: title,
            [vault.field('safe', 'text')]: { content: text, format: 'text' },
          },
          comment: remark,
        },
      ],
    },
    {
      trackerId: glass.tracker('panes'),
      changes: (made) => [
        {
          by: keeper,
          atMs: 0,
          values: {
            [glass.field('panes', 'title')]: 'a pane',
            [glass.field('panes', 'hidden')]: hidden,
            [glass.field('panes', 'links')]: [{ id: made[0] ?? 0, type: '' }],
          },
          comment,
          commentFor: [admins],
        },
      ],
    },
  ]);
  return {
    markers: [title, text, group, project.slice(0, 28), hidden, comment, remark],
    vaultId: vault.id,
    artifacts,
    trackers: [vault.tracker('safe'), glass.tracker('panes')],
    fieldIds: glassFields.map(({ name }) => glass.field('panes', name)),
  };
}

/** What the keeper alone may see of the keeper's account. */
async function buildOwnSecrets(test: TestApp): Promise<string[]> {
  const [key, preference, dashboard] = [marker('key'), marker('preference'), marker('board')];
  const send = async (method: string, path: string, body: unknown): Promise<void> => {
    const answer = await test.call(path, { as: 'keeper', method, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  };
  await send('POST', '/api/access_keys', { description: key, scopes: ['write:rest'] });
  await send('PATCH', '/api/users/self/preferences', { key: 'secret', value: preference });
  await send('POST', '/api/user_dashboards', { name: dashboard });
  return [key, preference, dashboard];
}

interface Wallet {
  token: string;
  session: string;
  keySecret: string;
  keyId: number;
}

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

const makeWallet = (n: number): Wallet => ({
  token: randomBytes(32).toString('hex'),
  session: randomBytes(32).toString('base64url'),
  keySecret: randomBytes(32).toString('hex'),
  keyId: 900_000 + n,
});

function listProofs(wallet: Wallet, userId: number): [string, string][][] {
  const token: [string, string][] = [
    ['X-Auth-Token', wallet.token],
    ['X-Auth-UserId', String(userId)],
  ];
  return [
    ...Array<[string, string][]>(12).fill(token),
    [['X-Auth-AccessKey', `tlp-k1-${wallet.keyId}.${wallet.keySecret}`]],
    [
      ['Cookie', `tepal_session=${wallet.session}`],
      ['Sec-Fetch-Site', 'same-origin'],
    ],
    [['X-Auth-Token', wallet.token]],
  ];
}

/** Puts the credentials of an account where they belong, without asking for passwords. */
async function fillWallet(test: TestApp, wallet: Wallet, userId: number): Promise<void> {
  const nowMs = Date.now();
  const owned = { user_id: userId, created_at_ms: nowMs };
  await test.app.database.transact(async (tx) => {
    const token = { ...owned, hash: sha256(wallet.token) };
    await tx.deleteFrom('tokens').where('hash', '=', token.hash).execute();
    await tx.insertInto('tokens').values(token).execute();
    const session = { ...owned, hash: sha256(wallet.session), last_used_at_ms: nowMs };
    await tx.deleteFrom('sessions').where('hash', '=', session.hash).execute();
    await tx.insertInto('sessions').values(session).execute();
    const key = { ...owned, id: wallet.keyId, hash: sha256(wallet.keySecret), description: 'own' };
    const rest = { scopes_json: '["write:rest"]', expires_at_ms: null, last_used_at_ms: null, last_used_by: null };
    await tx.deleteFrom('access_keys').where('id', '=', key.id).execute();
    await tx
      .insertInto('access_keys')
      .values({ ...key, ...rest })
      .execute();
  });
}

async function healAccounts(test: TestApp, { ids }: Accounts, wallets: ReadonlyMap<SignedIn, Wallet>): Promise<void> {
  for (const [name, id] of ids) {
    const wallet = wallets.get(name);
    if (wallet !== undefined) await fillWallet(test, wallet, id);
  }
  await restoreAdministrator(test, 'hostile-site-admin');
}

/** Undoes what site administrators did to themselves or each other. Accounts keep their addresses. */
async function restoreAdministrator(test: TestApp, username: string): Promise<void> {
  await test.app.database.transact(async (tx) => {
    const changed = await tx
      .updateTable('users')
      .set({ status: 'A', username, is_site_admin: 1 })
      .where('email', '=', `${username}@example.org`)
      .where((eb) => eb.or([eb('status', '!=', 'A'), eb('username', '!=', username)]))
      .executeTakeFirst();
    if (changed.numUpdatedRows > 0n) await bumpSiteVersion(tx);
  });
}

async function collectKnown(
  test: TestApp,
  accounts: Accounts,
  secrets: Secrets,
): Promise<Omit<KnownThings, 'credentials'>> {
  const trackers = listAt((await test.call('/api/projects/101/trackers?limit=50', { as: 'root' })).json);
  const bugs = trackers.find((tracker) => at(tracker, 'label') === 'Bugs');
  const trackerId = Number(at(bugs, 'id'));
  const artifacts = listAt((await test.call(`/api/trackers/${trackerId}/artifacts?values=all`, { as: 'root' })).json);
  const plannings = listAt((await test.call('/api/projects/101/plannings', { as: 'root' })).json);
  const idsOf = (things: readonly unknown[]): number[] => things.map((thing) => Number(at(thing, 'id')));
  const fieldIds = listAt(bugs, 'fields').map((field) => Number(at(field, 'field_id')));
  const values = listAt(bugs, 'fields').flatMap((field) => {
    const offered = at(field, 'values');
    return Array.isArray(offered) ? idsOf(offered).filter(Number.isInteger) : [];
  });
  const users = [...accounts.ids.values(), accounts.keeper];
  const artifactIds = [...idsOf(artifacts), 1, 2, 3, ...secrets.artifacts];
  return {
    trackerId,
    fieldIds: [...fieldIds, ...secrets.fieldIds],
    ids: [...artifactIds, ...values, ...users, ...fieldIds, 101, secrets.vaultId],
    names: ['title', 'status', 'scrum', 'hostile-member', 'ana', 'keeper', 'glass-house', 'Open', 'en_US', 'A', 'self'],
    valueLists: artifacts.map((artifact) => listAt(artifact, 'values')),
    things: new Map<string, readonly (number | string)[]>([
      ['artifacts', artifactIds],
      ['backlog_items', artifactIds],
      ['milestones', idsOf(listAt((await test.call('/api/projects/101/milestones', { as: 'root' })).json))],
      ['trackers', [...idsOf(trackers), ...secrets.trackers]],
      ['projects', [101, 101, 101, secrets.vaultId, secrets.vaultId + 1]],
      ['plannings', [...idsOf(plannings), 1]],
      ['users', ['self', 'self', ...users]],
      ['user_groups', ['101_3', '101_4', '101_11', 101, 102, `${secrets.vaultId}_3`, `${secrets.vaultId}_4`, '2', '3']],
      ['access_keys', ['self', 1, 900_000, 900_001]],
      ['project_services', [1, 2, 3]],
    ]),
  };
}

/** Starts an app whose site the requests may wreck. */
export async function openHostileWorld(): Promise<HostileWorld> {
  const test = await startApp({ archives: [sampleFolder('scrum')] });
  try {
    return await furnish(test);
  } catch (error) {
    await test.close();
    throw error;
  }
}

async function furnish(test: TestApp): Promise<HostileWorld> {
  await test.app.features.site.changeSetting('sys_use_user_registration', '1');
  const backups = test.app.dataDir;
  await test.app.features.site.changeSetting('sys_project_backup_path', backups);
  const accounts = await addAccounts(test);
  const secrets = await buildSecrets(test, accounts);
  const markers = [...secrets.markers, ...(await buildOwnSecrets(test))];
  const wallets = new Map(signedIn.map((name, n) => [name, makeWallet(n)]));
  const heal = (): Promise<void> => healAccounts(test, accounts, wallets);
  await heal();
  const proofs = signedIn.map((name): [string, [string, string][][]] => {
    const wallet = wallets.get(name);
    return [name, wallet === undefined ? [] : listProofs(wallet, accounts.ids.get(name) ?? 0)];
  });
  const known = { ...(await collectKnown(test, accounts, secrets)), credentials: new Map(proofs) };
  return {
    test,
    contract: readContract(),
    known,
    port: Number(new URL(test.base).port),
    markers,
    heal,
    describeProtected: () => describeProtected(test, secrets, [...accounts.ids.values(), accounts.keeper]),
    isWhole: async () =>
      (await test.app.database.read.selectFrom('projects').select('id').where('id', '=', 101).execute()).length === 1,
    requireService: () => requireService(test),
    close: () => test.close(),
  };
}

async function describeProtected(test: TestApp, secrets: Secrets, userIds: readonly number[]): Promise<string> {
  const db = test.app.database.read;
  const { vaultId } = secrets;
  const houses = [vaultId, vaultId + 1];
  const found = {
    users: await db
      .selectFrom('users')
      .select(['id', 'username', 'is_site_admin', 'status', 'password_hash', 'email', 'ldap_id'])
      .where('id', 'in', userIds)
      .execute(),
    admins: await db.selectFrom('users').select('username').where('is_site_admin', '=', 1).execute(),
    delegations: await db.selectFrom('delegations').selectAll().execute(),
    members: await db.selectFrom('project_members').selectAll().where('project_id', 'in', houses).execute(),
    projects: await db.selectFrom('projects').selectAll().where('id', 'in', houses).execute(),
    artifacts: await db
      .selectFrom('artifacts')
      .select(['id', 'tracker_id', 'version', 'changeset_id', 'updated_by', 'values_json'])
      .where('id', '=', secrets.artifacts[0] ?? 0)
      .execute(),
    settings: await db.selectFrom('settings').selectAll().execute(),
    permissions: await db
      .selectFrom('tracker_permissions')
      .selectAll()
      .where('tracker_id', 'in', secrets.trackers)
      .execute(),
  };
  return JSON.stringify(found);
}

/** `root` signed in before anything happened, and writes and reads back. */
async function requireService(test: TestApp): Promise<void> {
  await restoreAdministrator(test, 'root');
  const path = '/api/users/self/preferences';
  const written = await test.call(path, { as: 'root', method: 'PATCH', body: { key: 'served', value: 'yes' } });
  assert.equal(written.status, 200, written.text);
  const read = await test.call(`${path}?key=served`, { as: 'root' });
  assert.equal(at(read.json, 'value'), 'yes', read.text);
}
