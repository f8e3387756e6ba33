// The event stream of the server: one connection for all tabs of a browser, which tell each other what came.
import { isRecord, numberIn } from './loose.ts';

export interface LiveEvent {
  id: number;
  kind: string;
  artifactId: number | undefined;
  trackerId: number | undefined;
  byId: number | undefined;
  at: string;
}

export type LiveListener = (event: LiveEvent) => void;

/** Chosen by every tab of the person alike, so that one of them listens to the server and the others to it. */
const channelName = (userId: number): string => `tepal.live.${userId}`;

/**
 * Calls `listen` for everything that happens from now on, in any tab; returns what ends it. Where a browser can't choose one
 * tab among many (no locks without HTTPS), each has a connection of its own.
 */
export function followEvents(userId: number, listen: LiveListener): () => void {
  const ended = new AbortController();
  const channel = new BroadcastChannel(channelName(userId));
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isLiveEvent(data)) listen(data);
  });
  const receive = (event: LiveEvent): void => {
    listen(event);
    channel.postMessage(event);
  };
  const locks: LockManager | undefined = 'locks' in navigator ? navigator.locks : undefined;
  if (locks === undefined) void readStream(listen, ended.signal);
  else
    locks
      .request(channelName(userId), { signal: ended.signal }, () => readStream(receive, ended.signal))
      .catch((error: unknown) => {
        if (!ended.signal.aborted) throw error;
      });
  return () => {
    ended.abort();
    channel.close();
  };
}

/** Ends with the signal. The browser connects again by itself, and says which event it had last. */
function readStream(receive: LiveListener, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const source = new EventSource('/api/events/stream');
    const read = ({ data }: MessageEvent<string>): void => {
      const event = parseEvent(data);
      if (event !== undefined) receive(event);
    };
    for (const kind of kinds) source.addEventListener(kind, read);
    source.addEventListener('message', read);
    signal.addEventListener('abort', () => {
      source.close();
      resolve();
    });
  });
}

const kinds = [
  'artifact-created',
  'artifact-updated',
  'artifact-comment-changed',
  'artifact-imported',
  'artifact-moved',
  'artifact-ranked',
  'artifact-deleted',
  'artifact-restored',
];

/** undefined for what is no event of the contract. */
export function parseEvent(text: string): LiveEvent | undefined {
  const data: unknown = JSON.parse(text);
  if (!isRecord(data) || typeof data['id'] !== 'number' || typeof data['kind'] !== 'string') return undefined;
  return {
    id: data['id'],
    kind: data['kind'],
    artifactId: numberIn(data['artifact'], 'id'),
    trackerId: numberIn(data['tracker'], 'id'),
    byId: numberIn(data['by'], 'id'),
    at: typeof data['at'] === 'string' ? data['at'] : '',
  };
}

const isLiveEvent = (value: unknown): value is LiveEvent =>
  isRecord(value) && typeof value['id'] === 'number' && typeof value['kind'] === 'string';
