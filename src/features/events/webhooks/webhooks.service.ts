// Webhooks of trackers and projects, for those who administer them.
import type { Static } from 'typebox';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { conflict, forbidden, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { readLastPosition, settleEvents } from '../../../platform/events/index.ts';
import { isPrivateUrl } from '../../../platform/outgoing.ts';
import { publicUrl } from '../../../settings/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf, requireUser } from '../../people/index.ts';
import { readAsAdmin, requireLivingProject, requireStillLiving } from '../../projects/index.ts';
import type { Projects, Viewer } from '../../projects/index.ts';
import { isTrackerAdmin } from '../../trackers/index.ts';
import { readStoredAfter } from '../log/events.store.ts';
import { checkKinds } from './webhook-code.ts';
import { createSecret, showSecret } from './webhook-message.ts';
import { readWebhook, unknownWebhook } from './webhook-readers.ts';
import type { TurnDeps } from './webhook-turn.ts';
import type { ChangedWebhook, CreatedWebhook, NewWebhook, Webhook, WebhookChange } from './webhooks.schema.ts';
import * as store from './webhooks.store.ts';
import type { WebhookOwner, WebhookRow } from './webhooks.store.ts';
import { viewWebhook } from './webhooks.view.ts';

export type WebhookDeps = Omit<TurnDeps, 'artifacts' | 'viewEvents' | 'code'> & { projects: Projects };

/** Names a tracker, or a project as a whole. */
export type OwnerName = { tracker: number } | { project: number };

type Shown = Static<typeof Webhook>;

/** All throw notFound and forbidden for who does not administer the tracker or project. */
export interface Webhooks {
  list(viewer: Viewer, owner: OwnerName): Promise<Shown[]>;
  /** It begins with the events that are still to come. Throws invalid, and conflict where there are too many. */
  create(viewer: Viewer, owner: OwnerName, body: Static<typeof NewWebhook>): Promise<Static<typeof CreatedWebhook>>;
  read(viewer: Viewer, id: number): Promise<Shown>;
  /** From then on it reads with the viewer's rights. Throws invalid. */
  change(viewer: Viewer, id: number, body: Static<typeof WebhookChange>): Promise<Static<typeof ChangedWebhook>>;
  remove(viewer: Viewer, id: number): Promise<void>;
}

/** Webhooks of one tracker or project; more are answered 409. */
const webhooksMax = 20;

function requireUrl(viewer: Viewer, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw invalid(says('webhook.address')`must be an http or https URL`, 'url');
  if (url.username !== '' || url.password !== '')
    throw invalid(
      says(
        'webhook.credentials',
      )`must not contain a user name or password, because administrators of the webhook can read the URL`,
      'url',
    );
  if (!viewer.site.settings.outgoing_private_addresses && isPrivateUrl(url))
    throw invalid(says('webhook.private')`is a private address; allow it in outgoing_private_addresses`, 'url');
  return url.href;
}

/** JSON of the wanted kinds; null for all. Throws invalid. */
function storeKinds(kinds: readonly string[] | null | undefined, { tracker_id }: WebhookOwner): string | null {
  checkKinds(kinds, tracker_id === null);
  return kinds === null || kinds === undefined ? null : JSON.stringify(kinds);
}

/** Throws as Trackers.read and Projects.read, and forbidden. */
async function findOwner({ projects, trackers }: WebhookDeps, viewer: Viewer, name: OwnerName): Promise<WebhookOwner> {
  if ('project' in name)
    return { project_id: (await readAsAdmin(projects, viewer, name.project)).id, tracker_id: null };
  const tracker = await trackers.read(viewer, name.tracker);
  if (!isTrackerAdmin(viewer, tracker))
    throw forbidden(says('tracker.admin-only')`only administrators of the tracker can do this`);
  requireLivingProject(tracker.project);
  return { project_id: tracker.project.id, tracker_id: tracker.id };
}

async function showAll({ people }: WebhookDeps, viewer: Viewer, rows: readonly WebhookRow[]): Promise<Shown[]> {
  const readers = await people.findMany(
    rows.map((row) => row.reader_id),
    viewer.site.version,
  );
  const baseUrl = publicUrl(viewer.site.settings);
  return rows.map((row) => viewWebhook(row, readers.get(row.reader_id), baseUrl));
}

async function showOne(deps: WebhookDeps, viewer: Viewer, row: WebhookRow): Promise<Shown> {
  const [shown] = await showAll(deps, viewer, [row]);
  if (shown === undefined) throw unknownWebhook();
  return shown;
}

function recordChange(
  tx: Writer,
  { clock }: WebhookDeps,
  viewer: Viewer,
  kind: 'webhook-created' | 'webhook-changed' | 'webhook-deleted',
  row: WebhookRow,
  more: object = {},
): Promise<void> {
  const tracker = row.tracker_id === null ? {} : { tracker: row.tracker_id };
  const details = { webhook: row.id, ...tracker, host: new URL(row.url).host, ...more };
  return recordAudit(tx, clock, { kind, by: actorOf(viewer), projectId: row.project_id, details });
}

/** Forgets secrets of webhooks that no longer sign. */
export const dropFormerSecrets = (tx: Writer, _settings: unknown, nowMs: number): Promise<void> =>
  store.forgetFormerSecrets(tx, nowMs);

export function createWebhooks(deps: WebhookDeps): Webhooks {
  const { database, clock } = deps;
  const read = (viewer: Viewer, id: number): Promise<WebhookRow> => readWebhook(deps, viewer, id);
  return {
    list: async (viewer, name) =>
      showAll(deps, viewer, await store.listWebhooks(database.read, await findOwner(deps, viewer, name))),
    async create(viewer, name, body) {
      const owner = await findOwner(deps, viewer, name);
      const url = requireUrl(viewer, body.url);
      const secret = createSecret();
      await settleEvents(database);
      const row = await database.transact(async (tx) => {
        await requireStillLiving(tx, owner.project_id);
        if ((await store.listWebhooks(tx, owner)).length >= webhooksMax)
          throw conflict(says('webhook.many')`there are already ${webhooksMax} webhooks, which is the limit`);
        const nowMs = clock.nowMs();
        const added = await store.insertWebhook(tx, {
          ...owner,
          url,
          secret,
          former_secret: null,
          former_secret_until_ms: null,
          kinds_json: storeKinds(body.kinds, owner),
          reader_id: requireUser(viewer).id,
          created_at_ms: nowMs,
          position: await readLastPosition(tx),
          ...fresh(nowMs),
          leased_by: null,
          lease_ends_at_ms: 0,
        });
        await recordChange(tx, deps, viewer, 'webhook-created', added);
        return added;
      });
      return { ...(await showOne(deps, viewer, row)), secret: showSecret(secret) };
    },
    read: async (viewer, id) => showOne(deps, viewer, await read(viewer, id)),
    async change(viewer, id, { url, kinds, status, position, new_secret: wish }) {
      const before = await read(viewer, id);
      const secret = wish && { ...wish, key: createSecret() };
      const change = {
        ...(url === undefined ? {} : { url: requireUrl(viewer, url) }),
        ...(kinds === undefined ? {} : { kinds_json: storeKinds(kinds, before) }),
        ...(position === undefined ? {} : { position: await requirePosition(database, position) }),
        ...fresh(clock.nowMs()),
        status: status ?? before.status,
        reader_id: requireUser(viewer).id,
        // Who sends just now finds that it lost the webhook, and what it sent is sent again.
        leased_by: null,
      };
      const row = await database.transact(async (tx) => {
        const secrets = secret && (await replaceSecret(tx, id, secret.key, clock.nowMs() + secret.overlap * 1000));
        const changed = await store.updateWebhook(tx, id, { ...change, ...secrets });
        if (changed === undefined) throw unknownWebhook();
        await recordChange(tx, deps, viewer, 'webhook-changed', changed, {
          ...(kinds !== undefined && { kinds: kinds?.join(', ') ?? 'all' }),
          ...(secret && { new_secret: true }),
        });
        return changed;
      });
      return { ...(await showOne(deps, viewer, row)), ...(secret && { secret: showSecret(secret.key) }) };
    },
    async remove(viewer, id) {
      const row = await read(viewer, id);
      await database.transact(async (tx) => {
        await store.deleteWebhook(tx, id);
        await recordChange(tx, deps, viewer, 'webhook-deleted', row);
      });
    },
  };
}

/** The secret that it had last signs too until then, and none before that. */
async function replaceSecret(
  tx: Writer,
  id: number,
  secret: string,
  untilMs: number,
): Promise<Pick<WebhookRow, 'secret' | 'former_secret' | 'former_secret_until_ms'>> {
  const former = await store.findWebhook(tx, id);
  return { secret, former_secret: former?.secret ?? null, former_secret_until_ms: untilMs };
}

/** The state of a webhook that has not failed. */
const fresh = (nowMs: number) =>
  ({ status: 'active', reason: null, i18n_json: '', failures: 0, failing_since_ms: null, due_at_ms: nowMs }) as const;

async function requirePosition(database: Database, position: number): Promise<number> {
  await settleEvents(database);
  const [storedAfter, last] = [await readStoredAfter(database.read), await readLastPosition(database.read)];
  if (position >= storedAfter && position <= last) return position;
  throw invalid(
    position < storedAfter
      ? says('webhook.position-gone')`is ${position}; the log starts after ${storedAfter}`
      : says('webhook.position-future')`is later than the last event; use the ID of an event that was sent`,
    'position',
  );
}
