// The connection to the event stream of the server, which comes again after whatever ends it.
import { api, ApiError, isRefusedWith, take } from '../api.ts';
import type { LiveEvent } from './live-event.ts';
import { isRecord, numberIn } from '../parse-unknown.ts';
import { ofArtifacts } from '../names/event-kinds.ts';
import { onSignedIn } from '../session.ts';

export interface StreamListener {
  event(event: LiveEvent): void;
  /** People, rights, definitions or settings of the site changed. */
  site(version: number): void;
  /** The person's inbox changed. */
  inbox(): void;
  /** Events may have been lost from here to the next one. */
  missed(): void;
}

/** The last event that was heard, and the version of the site; what is missing is not known. */
interface Position {
  since?: number | undefined;
  site?: number | undefined;
}

/** Between attempts to connect, in ms. */
const againMs = 5000;

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

/** Events after this position, or from now on, and changes of the site since it was this; ends with the signal. */
export async function readStream(listener: StreamListener, from: Position, signal: AbortSignal): Promise<void> {
  let position = from;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  while (!signal.aborted) {
    position = await readUntilRefused(listener, position, signal);
    if (signal.aborted) return;
    const isKnown = await Promise.race([findOut(position.since), stopped]);
    if (isKnown === false) position = {};
  }
}

/** Gives the position of the last event, once the server refuses the connection; after a cut the browser connects again by itself. */
function readUntilRefused(listener: StreamListener, from: Position, signal: AbortSignal): Promise<Position> {
  return new Promise((resolve) => {
    const position = { ...from };
    const query = Object.entries(from).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
    const source = new EventSource(`/api/events/stream?${query.join('&')}`);
    const end = (): void => {
      source.close();
      resolve(position);
    };
    const read = ({ data }: MessageEvent<string>): void => {
      const event = parseEvent(data);
      if (event === undefined) return;
      position.since = event.id;
      listener.event(event);
    };
    for (const kind of ofArtifacts) source.addEventListener(kind, read);
    source.addEventListener('site-changed', ({ data }: MessageEvent<string>) => {
      position.site = numberIn(JSON.parse(data), 'site');
      if (position.site !== undefined) listener.site(position.site);
    });
    source.addEventListener('inbox-changed', () => listener.inbox());
    // Until one has come, nothing says from where on a connection without a position hears.
    source.addEventListener('open', () => position.since === undefined && listener.missed());
    source.addEventListener('error', () => source.readyState === EventSource.CLOSED && end());
    signal.addEventListener('abort', end);
  });
}

/** Waits until another attempt is worth it; false where the server knows no such position, so that nothing says what was missed. */
async function findOut(position: number | undefined): Promise<boolean> {
  try {
    // The browser does not tell why it was refused; this does.
    await take(api.GET('/events', { params: { query: { since: position ?? 0, limit: 1 } } }));
  } catch (error) {
    if (isRefusedWith(error, 400, 410)) return false;
    // Who is asked to sign in does so in their own time.
    if (isRefusedWith(error, 401)) await signedIn();
    else await wait(error instanceof ApiError ? (error.retryAfterS ?? 0) * 1000 : 0);
    return true;
  }
  await wait(0);
  return true;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(ms, againMs)));

const signedIn = (): Promise<void> =>
  new Promise((resolve) => {
    const end = onSignedIn(() => {
      end();
      resolve();
    });
  });
