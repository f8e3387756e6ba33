// The event stream of the server: one connection for all tabs of a browser, which tell each other what came. Every tab knows up to
// which event it has heard, from the position in its document on; where it can't have heard all, it reads again what it shows.
import { isRefusedWith } from '../api.ts';
import { inboxKey } from './inbox-counts.ts';
import type { LiveEvent, LiveListener } from './live-event.ts';
import { notifyRightsLost } from './rights-lost.ts';
import { readStream } from './live-stream.ts';
import { queryClient } from '../query.ts';

/** How long an event is told to who begins to listen, in ms: what was read longer ago is read again when it is shown. */
const replayMs = 30_000;
const storedMax = 1000;
/** What concerns the whole site makes all tabs read again: not at the same moment, nor again and again while somebody works on it. */
const spreadMs = 3000;
const siteRestMs = 30_000;

/** What tabs tell each other: what happened, from where on one of them has all that does, and up to where another has heard. */
type Message =
  | { event: LiveEvent }
  | { from: number | undefined }
  | { heard: number | undefined }
  | { site: number }
  | { inbox: true };

interface Hub {
  userId: number;
  listeners: Set<LiveListener>;
  end(): void;
}

/** The last event that this tab heard, or that was there before its document was made. */
let heard = readNumber('events');
let site = readNumber('site');
let kept: { event: LiveEvent; atMs: number }[] = [];
let hub: Hub | undefined;
let siteTimer: ReturnType<typeof setTimeout> | undefined;
let siteReadMs = -Infinity;

/** What the document was made with. */
function readNumber(name: string): number | undefined {
  const text = document.documentElement.dataset[name];
  return text === undefined ? undefined : Number(text);
}

/** Something may have happened that nobody will tell of. */
const readAllAgain = (): void => void queryClient.invalidateQueries();

const readInboxAgain = (): void => void queryClient.invalidateQueries({ queryKey: inboxKey });

/** Rights or definitions changed, maybe of nothing that is on screen. What nobody looks at is read when they do. */
function readSiteAgain(): void {
  const restMs = Math.max(0, siteRestMs - (performance.now() - siteReadMs));
  siteTimer ??= setTimeout(
    () => {
      siteTimer = undefined;
      siteReadMs = performance.now();
      void readSeen();
    },
    restMs + Math.random() * spreadMs,
  );
}

async function readSeen(): Promise<void> {
  const shown = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.status === 'success' });
  await queryClient.invalidateQueries({ refetchType: document.hidden ? 'none' : 'active' });
  if (shown.some(({ state }) => isRefusedWith(state.error, 403, 404))) notifyRightsLost();
}

function changeSite(version: number): void {
  if (site === version) return;
  site = version;
  readSiteAgain();
}

/** See `followEvents`. */
export function joinEvents(userId: number, listen: LiveListener): () => void {
  if (hub?.userId !== userId) {
    hub?.end();
    hub = openHub(userId);
  }
  const mine = hub;
  mine.listeners.add(listen);
  for (const { event, atMs } of kept) if (performance.now() - atMs < replayMs) listen(event, true);
  return () => {
    mine.listeners.delete(listen);
    if (mine.listeners.size > 0) return;
    mine.end();
    if (hub === mine) hub = undefined;
  };
}

/** The same event may come twice, from the server and from a tab that heard it before. */
function hear(listeners: ReadonlySet<LiveListener>, event: LiveEvent): void {
  if (heard !== undefined && event.id <= heard) return;
  heard = event.id;
  kept = [...kept.slice(-storedMax), { event, atMs: performance.now() }];
  for (const listen of listeners) listen(event, false);
}

function openHub(userId: number): Hub {
  const ended = new AbortController();
  const listeners = new Set<LiveListener>();
  // Chosen by every tab of the person alike, so that one of them listens to the server and the others to it.
  const name = `tepal.events.${userId}`;
  const channel = new BroadcastChannel(name);
  const post = (message: Message): void => channel.postMessage(message);
  let leadsFrom: { position: number | undefined } | undefined;
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('event' in data) hear(listeners, data.event);
    else if ('site' in data) changeSite(data.site);
    else if ('inbox' in data) readInboxAgain();
    else if ('from' in data) {
      if (data.from === undefined || heard === undefined || heard < data.from) readAllAgain();
      heard ??= data.from;
    } else if (leadsFrom !== undefined) answer(leadsFrom.position, data.heard);
  });
  /** To a tab that is new: what it has not heard, or from where on this one has. */
  const answer = (from: number | undefined, position: number | undefined): void => {
    if (site !== undefined) post({ site });
    if (from === undefined || position === undefined || position < from) post({ from: heard });
    else for (const { event } of kept) if (event.id > position) post({ event });
  };
  const lead = async (): Promise<void> => {
    leadsFrom = { position: heard };
    post({ from: heard });
    await readStream(
      {
        event(event) {
          hear(listeners, event);
          post({ event });
        },
        site(version) {
          changeSite(version);
          post({ site: version });
        },
        inbox() {
          readInboxAgain();
          post({ inbox: true });
        },
        missed() {
          heard = undefined;
          readAllAgain();
        },
      },
      { since: heard, site },
      ended.signal,
    );
  };
  const locks: LockManager | undefined = 'locks' in navigator ? navigator.locks : undefined;
  // Where a browser can't choose one tab among many (no locks without HTTPS), each has a connection of its own.
  if (locks === undefined) void lead();
  else {
    locks.request(name, { signal: ended.signal }, lead).catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    });
    post({ heard });
  }
  return {
    userId,
    listeners,
    end() {
      ended.abort();
      channel.close();
    },
  };
}
