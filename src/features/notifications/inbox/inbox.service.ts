// Inboxes: what concerns a person, by the rules that decide mails, until they are done with it.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { storedJson } from '../../../platform/database/index.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { appendEvents } from '../../../platform/events/index.ts';
import type { ExtensionPoint } from '../../../platform/extension-point.ts';
import { formatIso, parseDate } from '../../../platform/texts/dates.ts';
import { says } from '../../../platform/texts/said.ts';
import { readTimeCursor, writeTimeCursor } from '../../../platform/wire/time-cursor.ts';
import { publicUrl } from '../../../settings/index.ts';
import type { Settings } from '../../../settings/index.ts';
import { requireOwn, viewMinimalUser } from '../../people/index.ts';
import type { People, UserRow } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { InboxNews } from './inbox.schema.ts';
import type {
  InboxBulkChange,
  InboxBulkResult,
  InboxChange,
  InboxCounts,
  InboxEntry,
  InboxPage,
  InboxQuery,
  InboxThing,
} from './inbox.schema.ts';
import * as store from './inbox.store.ts';
import type { EntryChange, InboxRow, NewEntry, WantedEntries } from './inbox.store.ts';
import type { InboxKind } from './inbox.tables.ts';

export type Thing = Static<typeof InboxThing>;

/** Shows what entries of one kind are about. */
export interface InboxThings {
  kind: InboxKind;
  /** Those of the things that the viewer may see, by id. */
  findVisible(viewer: Viewer, ids: readonly number[]): Promise<ReadonlyMap<number, Omit<Thing, 'kind'>>>;
}

export interface Inboxes {
  /** A page of the person's entries, latest first, without things that they may no longer see. Throws forbidden for another person. */
  list(viewer: Viewer, user: UserRow | undefined, query: Static<typeof InboxQuery>): Promise<Static<typeof InboxPage>>;
  /** Unread entries that are open. Throws forbidden for another person. */
  count(viewer: Viewer, user: UserRow | undefined): Promise<Static<typeof InboxCounts>>;
  /** Throws forbidden for another person, not-found, and invalid for a date. */
  change(
    viewer: Viewer,
    user: UserRow | undefined,
    id: number,
    change: Static<typeof InboxChange>,
  ): Promise<Static<typeof InboxEntry>>;
  /** Throws forbidden for another person, and invalid. */
  changeMany(
    viewer: Viewer,
    user: UserRow | undefined,
    change: Static<typeof InboxBulkChange>,
  ): Promise<Static<typeof InboxBulkResult>>;
}

interface Deps {
  database: Database;
  clock: Clock;
  people: People;
  things: ExtensionPoint<InboxThings>;
}

const readNews = storedJson(InboxNews);

const what = 'inbox';
/** Unread entries that are counted. */
const countedMax = 100;
/** Rows that one cleaning deletes; the next one goes on. */
const deletedAtOnceMax = 50_000;
const dayMs = 86_400_000;

/** The kind of the event that says whose inboxes changed. */
export const inboxEventKind = 'inbox-changed';

/** For the nightly cleaning. */
export const dropOldEntries = (tx: Writer, settings: Settings, nowMs: number): Promise<void> =>
  store.deleteEntriesBefore(tx, nowMs - settings.inbox_kept_days * dayMs, deletedAtOnceMax);

/** Adds what concerns some people, at most some hundred, and has their pages hear of it. */
export async function addToInboxes(tx: Writer, entries: readonly NewEntry[], nowMs: number): Promise<void> {
  if (entries.length === 0) return;
  await store.saveEntries(tx, entries, nowMs);
  await announce(
    tx,
    entries.map(({ userId }) => userId),
    nowMs,
  );
}

const announce = (tx: Writer, users: readonly number[], atMs: number): Promise<void> =>
  appendEvents(tx, [
    {
      kind: inboxEventKind,
      projectId: null,
      trackerId: null,
      artifactId: null,
      changesetId: null,
      by: 0,
      atMs,
      details: { users },
    },
  ]);

function readMoment(text: string, path: string): number {
  const date = parseDate(text);
  if (date !== undefined) return date.ms;
  throw invalid(says('inbox.date')`must be a date in ISO 8601, such as 2026-02-28T13:05:09Z`, path);
}

/** A snoozed entry is unread again when it comes back. */
function readChange(change: Static<typeof InboxChange>, nowMs: number): EntryChange {
  const { is_unread: isUnread, is_done: isDone, is_saved: isSaved, snoozed_until: until } = change;
  const untilMs = typeof until === 'string' ? readMoment(until, 'snoozed_until') : undefined;
  if (untilMs !== undefined && untilMs <= nowMs)
    throw invalid(says('inbox.past')`must be in the future`, 'snoozed_until');
  return {
    ...(isUnread === undefined ? {} : { is_unread: Number(isUnread) }),
    ...(isUnread === false ? { updates: 0 } : {}),
    ...(isDone === undefined ? {} : { is_done: Number(isDone) }),
    ...(isSaved === undefined ? {} : { is_saved: Number(isSaved) }),
    ...(until === null ? { snoozed_until_ms: null, sort_ms: nowMs } : {}),
    ...(untilMs === undefined ? {} : { snoozed_until_ms: untilMs, sort_ms: untilMs, is_unread: 1, is_done: 0 }),
  };
}

/** The things of some entries that the viewer may see, by kind and id. */
async function findThings(
  { things }: Deps,
  viewer: Viewer,
  rows: readonly Pick<InboxRow, 'kind' | 'thing_id'>[],
): Promise<(row: Pick<InboxRow, 'kind' | 'thing_id'>) => Thing | undefined> {
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  const found = new Map<InboxKind, ReadonlyMap<number, Omit<Thing, 'kind'>>>();
  for (const { kind, findVisible } of things.list()) {
    const ids = (byKind.get(kind) ?? []).map((row) => row.thing_id);
    if (ids.length > 0) found.set(kind, await findVisible(viewer, ids));
  }
  return ({ kind, thing_id: id }) => {
    const thing = found.get(kind)?.get(id);
    return thing && { kind, ...thing };
  };
}

async function viewEntries(
  deps: Deps,
  viewer: Viewer,
  rows: readonly InboxRow[],
): Promise<Static<typeof InboxEntry>[]> {
  const thingOf = await findThings(deps, viewer, rows);
  const actors = await deps.people.findMany(new Set(rows.map((row) => row.actor_id)), viewer.site.version);
  const baseUrl = publicUrl(viewer.site.settings);
  return rows.flatMap((row) => {
    const thing = thingOf(row);
    if (thing === undefined) return [];
    return {
      id: row.id,
      thing,
      reason: row.reason,
      actor: viewMinimalUser(actors.get(row.actor_id), baseUrl),
      updates: row.updates,
      news: readNews(row.news_json, 'inbox_entries.news_json'),
      at: formatIso(row.at_ms),
      is_unread: row.is_unread === 1,
      is_done: row.is_done === 1,
      is_saved: row.is_saved === 1,
      snoozed_until: row.snoozed_until_ms === null ? null : formatIso(row.snoozed_until_ms),
    };
  });
}

async function countUnread(deps: Deps, viewer: Viewer, userId: number): Promise<Static<typeof InboxCounts>> {
  const unread = {
    userId,
    state: 'open',
    reason: undefined,
    projectId: undefined,
    isUnread: true,
    nowMs: deps.clock.nowMs(),
  } as const;
  const rows = await store.listEntries(deps.database.read, unread, { before: undefined, limit: countedMax + 1 });
  const counted = rows.slice(0, countedMax);
  const thingOf = await findThings(deps, viewer, counted);
  const seen = counted.flatMap((row) => {
    const thing = thingOf(row);
    return thing === undefined ? [] : [{ row, thing }];
  });
  return {
    unread: seen.length,
    is_more: rows.length > countedMax,
    reasons: [...Map.groupBy(seen, ({ row }) => row.reason)].map(([reason, of]) => ({ reason, unread: of.length })),
    projects: [...Map.groupBy(seen, ({ thing }) => thing.project.id).values()].flatMap((of) => {
      const [first] = of;
      return first === undefined ? [] : [{ project: first.thing.project, unread: of.length }];
    }),
  };
}

export function createInboxes(deps: Deps): Inboxes {
  const { database, clock } = deps;
  const wantedOf = (
    userId: number,
    { reason, project, unread }: Pick<Static<typeof InboxQuery>, 'reason' | 'project' | 'unread'>,
    state: WantedEntries['state'],
  ): WantedEntries => ({
    userId,
    state,
    reason,
    projectId: project,
    isUnread: unread,
    nowMs: clock.nowMs(),
  });
  return {
    async list(viewer, user, query) {
      const { id } = requireOwn(viewer, user, what);
      const wanted = wantedOf(id, query, query.state);
      const before = readTimeCursor(query.before);
      const rows = await store.listEntries(database.read, wanted, { before, limit: query.limit + 1 });
      const page = rows.slice(0, query.limit);
      const last = page.at(-1);
      return {
        entries: await viewEntries(deps, viewer, page),
        next:
          rows.length > query.limit && last !== undefined ? writeTimeCursor({ atMs: last.sort_ms, id: last.id }) : null,
      };
    },
    async count(viewer, user) {
      return countUnread(deps, viewer, requireOwn(viewer, user, what).id);
    },
    async change(viewer, user, id, sent) {
      const { id: userId } = requireOwn(viewer, user, what);
      const nowMs = clock.nowMs();
      const change = readChange(sent, nowMs);
      const noEntry = notFound(says('inbox.entry')`there is no such entry in your inbox`);
      const row = await store.findEntry(database.read, userId, id);
      // What is hidden from its person is not changed either.
      const [shown] = row === undefined ? [] : await viewEntries(deps, viewer, [row]);
      if (row === undefined || shown === undefined) throw noEntry;
      if (Object.keys(change).length === 0) return shown;
      const changed = await database.transact(async (tx) => {
        await store.updateEntries(tx, userId, [id], change);
        await announce(tx, [userId], nowMs);
        return store.findEntry(tx, userId, id);
      });
      const [entry] = changed === undefined ? [] : await viewEntries(deps, viewer, [changed]);
      if (entry === undefined) throw noEntry;
      return entry;
    },
    async changeMany(viewer, user, sent) {
      const { id: userId } = requireOwn(viewer, user, what);
      const { ids, until } = sent;
      if (ids !== undefined && [until, sent.reason, sent.project, sent.unread].some((filter) => filter !== undefined))
        throw invalid(says('inbox.ids')`can't be combined with until, reason, project or unread`, 'ids');
      const nowMs = clock.nowMs();
      const change = readChange(sent, nowMs);
      // What `at` shows is cut to seconds.
      const untilMs = until === undefined ? nowMs : readMoment(until, 'until') + 999;
      if (Object.keys(change).length === 0) return { changed: 0 };
      const changed = await database.transact(async (tx) => {
        const count =
          ids === undefined
            ? await store.updateWanted(tx, wantedOf(userId, sent, 'open'), untilMs, change)
            : await store.updateEntries(tx, userId, ids, change);
        if (count > 0) await announce(tx, [userId], nowMs);
        return count;
      });
      return { changed };
    },
  };
}
