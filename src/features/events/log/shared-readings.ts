// What many who wait read of the log at the same moment: read and shown once, for all who may know the same.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Reader } from '../../../platform/database/index.ts';
import { shapeCheck } from '../../../platform/texts/shape.ts';
import { inboxEventKind } from '../../notifications/index.ts';
import { readLastPosition, settleEvents } from '../../../platform/events/index.ts';
import type { EventRow } from '../../../platform/events/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { readSeen } from './event-reader.ts';
import type { LogReading, LogWindows } from './event-reader.ts';
import type { EventViewer } from './event-viewer.ts';
import * as store from './events.store.ts';
import type { WantedEvents } from './events.store.ts';
import type { Event } from './events.schema.ts';

export interface SharedPage {
  events: Static<typeof Event>[];
  /** The same in the format of Server-Sent Events; empty where there are none. */
  text: string;
  /** The last position that was looked at. */
  next: number;
  isAtEnd: boolean;
}

type ReadPage = (viewer: Viewer, wanted: WantedEvents, range: { since: number; limit: number }) => Promise<SharedPage>;

export interface SharedReadings {
  /** Gives events the places in which they can be read. */
  settle(): Promise<void>;
  /** The events after a position that the viewer may know of. */
  readNow: ReadPage;
  /** The same for who was just woken: what others read since then. */
  readWoken: ReadPage;
  /** Whether the person's inbox changed after a position, up to another; where these are far apart, it may have. */
  isInboxChanged(userId: number, range: { after: number; to: number }): Promise<boolean>;
}

export interface SharingDeps extends LogReading {
  viewEvents: EventViewer;
  /** Grows whenever those who wait are woken. */
  round(): number;
}

interface OwnPage extends SharedPage {
  isPersonal: boolean;
  readerId: number | undefined;
}

/** Where no wake tells of a change, as of another process on the same file, nobody hears of it later by more than this. */
const sharedMaxMs = 500;
/** Positions that are looked through for changed inboxes. */
const inboxWindowMax = 10_000;
/** Those who catch up, each from a place of their own, find nobody to share with. */
const sharedPagesMax = 200;

/** What was asked for since the last round, by question. */
class Round {
  settled: Promise<void> | undefined;
  last: Promise<number> | undefined;
  readonly windows = new Map<string, Promise<EventRow[]>>();
  readonly pages = new Map<string, Promise<OwnPage>>();
  readonly inboxes = new Map<string, Promise<ReadonlySet<number>>>();
  readonly startedMs = performance.now();
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

function share<R>(kept: Map<string, Promise<R>>, key: string, make: () => Promise<R>): Promise<R> {
  const made = kept.get(key) ?? make();
  if (kept.size < sharedPagesMax) kept.set(key, made);
  return made;
}

const InboxDetails = Type.Object({ users: Type.Array(Type.Integer()) });
const isInboxDetails = shapeCheck(InboxDetails);

/** Whose inboxes changed. */
async function listInboxUsers(db: Reader, range: { after: number; to: number }): Promise<ReadonlySet<number>> {
  const events = await store.listEventsOfKind(db, { ...range, kind: inboxEventKind });
  return new Set(events.flatMap(({ details }) => (isInboxDetails(details) ? details.users : [])));
}

const keyOf = ({ kinds, project, tracker, artifact }: WantedEvents): string =>
  [kinds.join(), project, tracker, artifact].join(' ');

const formatEvent = (event: Static<typeof Event>): string =>
  `id: ${event.id}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;

export function createSharedReadings(deps: SharingDeps): SharedReadings {
  const { database, viewEvents } = deps;
  let round = new Round(-1);
  const current = (): Round => {
    const number = deps.round();
    if (round.number !== number || performance.now() - round.startedMs > sharedMaxMs) round = new Round(number);
    return round;
  };
  const windows: LogWindows = {
    readLast: () => (current().last ??= readLastPosition(database.read)),
    list: (range) =>
      share(current().windows, `${keyOf(range)} ${range.after} ${range.to} ${range.limit}`, () =>
        store.listEventsIn(database.read, range),
      ),
  };
  const read = async (
    log: LogWindows | undefined,
    ...[viewer, wanted, range]: Parameters<ReadPage>
  ): Promise<OwnPage> => {
    const { events: seen, next, isAtEnd, isPersonal } = await readSeen(deps, viewer, wanted, range, log);
    const events = seen.length === 0 ? [] : await viewEvents(viewer, seen);
    const text = events.map(formatEvent).join('');
    return { events, text, next, isAtEnd, isPersonal, readerId: viewer.user?.id };
  };
  return {
    settle: () => (current().settled ??= settleEvents(database)),
    readNow: (...question) => read(undefined, ...question),
    async isInboxChanged(userId, { after, to }) {
      if (to <= after) return false;
      if (to - after > inboxWindowMax) return true;
      const users = await share(current().inboxes, `${after} ${to}`, () =>
        listInboxUsers(database.read, { after, to }),
      );
      return users.has(userId);
    },
    async readWoken(viewer, wanted, range) {
      const key = `${viewer.site.version} ${viewer.rightsClass} ${range.since} ${range.limit} ${keyOf(wanted)}`;
      const page = await share(current().pages, key, () => read(windows, viewer, wanted, range));
      return page.isPersonal && page.readerId !== viewer.user?.id ? read(windows, viewer, wanted, range) : page;
    },
  };
}
