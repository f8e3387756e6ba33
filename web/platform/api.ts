// The one way to the server: the public REST API with the types of its contract. Failures are thrown as ApiError.
import createClient from 'openapi-fetch';
import type { Middleware } from 'openapi-fetch';
import { noteServerTime } from './network/clock.ts';
import { noteAway } from './network/connection.ts';
import { isRecord, listIn, recordIn, textIn } from './parse-unknown.ts';
import { pageHeader } from './network/page-header.ts';
import { beginSentence, namesIn } from './errors/begin-sentence.ts';
import { loadRefusals, sayI18n } from './errors/refusals.ts';
import type { components, paths } from './schema.d.ts';
import { whileHere } from './network/connection.ts';
import { takePreloaded } from './live/preloaded.ts';

export type Schemas = components['schemas'];

/** One thing that is wrong with a request. */
export interface Fault {
  /** The part of the request that it is about, as the server names it; empty for all of it. */
  part: string;
  text: string;
}

/** Reads a sentence such as "`shortname` is taken". */
export function readFault(sentence: string): Fault {
  const [, part = '', text = sentence] = /^`([^`]+)`:? (.*)$/s.exec(sentence) ?? [];
  return { part, text };
}

/** A refusal of the server, or `status` 0 where it could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  /** The part of the request that is wrong, where the server names one. */
  readonly part: string | undefined;
  /** Seconds after which to ask again, where the server says so. */
  readonly retryAfterS: number | undefined;
  /** Everything that is wrong, where the server looked further than the first. */
  readonly faults: readonly Fault[];
  /** A word such as password-expired, where the status alone leaves open what to do. */
  readonly reason: string | undefined;
  /** The message in the language of the page, where it is known in another than English. */
  readonly said: string | undefined;
  /** What the message names, in its own words. */
  readonly names: readonly string[];
  /** The project whose administrators can help, where the server says so. */
  readonly helpProjectId: number | undefined;

  constructor(
    status: number,
    message: string,
    more: {
      part?: string | undefined;
      retryAfterS?: number | undefined;
      reason?: string | undefined;
      helpProjectId?: number | undefined;
      said?: string | undefined;
      names?: readonly string[];
      faults?: readonly Fault[];
    } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.part = more.part;
    this.retryAfterS = more.retryAfterS;
    this.faults = more.faults ?? [];
    this.reason = more.reason;
    this.helpProjectId = more.helpProjectId;
    this.said = more.said;
    this.names = more.names ?? [];
  }
}

export const isRefusedWith = (error: unknown, ...statuses: readonly number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);

/** Everything that is wrong, in the language of the page once `loadRefusals` is through. */
export function listFaults(of: unknown): Fault[] {
  const messages = listIn(of, 'i18n_messages');
  return listIn(of, 'i18n_error_messages').flatMap((one, place) => {
    if (typeof one !== 'string') return [];
    const fault = readFault(one);
    return [{ ...fault, text: beginSentence(sayI18n(messages[place]) ?? fault.text, namesIn(messages[place])) }];
  });
}

/** What the server answered where it refused something. */
export async function readRefusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const error = isRecord(body) ? body['error'] : undefined;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const [, project] = /^<\/api\/projects\/(\d+)\/summary>; rel="help"$/.exec(response.headers.get('link') ?? '') ?? [];
  const message =
    textIn(error, 'i18n_error_message') ?? textIn(error, 'message') ?? `${response.status} ${response.statusText}`;
  const sentence = message.replace(/^[A-Z][\w ]+: /, '');
  const { part } = readFault(sentence);
  await loadRefusals();
  return new ApiError(response.status, sentence, {
    faults: listFaults(error),
    said: sayI18n(recordIn(error, 'i18n')),
    names: namesIn(recordIn(error, 'i18n')),
    part: part === '' ? undefined : part,
    reason: textIn(error, 'reason'),
    helpProjectId: project === undefined ? undefined : Number(project),
    ...(Number.isNaN(retryAfter) ? {} : { retryAfterS: retryAfter }),
  });
}

type SessionListener = () => void;
const endListeners = new Set<SessionListener>();

/** Calls `listener` whenever the server says that nobody is signed in (401). Returns what ends that. */
export function onSessionEnd(listener: SessionListener): () => void {
  endListeners.add(listener);
  return () => void endListeners.delete(listener);
}

const failures: Middleware = {
  async onResponse({ request, response }) {
    if (response.ok || response.status === 304) return undefined;
    const isSignIn = request.method === 'POST' && new URL(request.url).pathname === '/api/sessions';
    const error = await readRefusal(response);
    // A form that asks for the password again says itself that it is wrong.
    const isAboutSession = response.status === 401 && !isSignIn && error.reason === undefined;
    if (isAboutSession) for (const listener of endListeners) listener();
    if (response.status >= 502 && response.status <= 504 && !response.headers.has('retry-after')) noteAway();
    throw error;
  },
  async onError({ error }) {
    // Whoever gave a request up knows why.
    if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) return error;
    await whileHere();
    noteAway();
    return new ApiError(0, String(error));
  },
};

/** How often a change is sent again that a busy server has not made. */
const resends = 2;
/** What a server may ask to wait for that, in seconds. */
const patienceS = 5;

/** Sends a change; again where the answer is 503 with a time to wait: then nothing of it was done. */
async function sendChange(request: Request): Promise<Response> {
  const body = request.body === null ? {} : { body: await request.arrayBuffer() };
  for (let left = resends; ; left -= 1) {
    const answer = await fetch(new Request(request, body));
    const waitS = Number(answer.headers.get('retry-after') ?? Number.NaN);
    if (left === 0 || answer.status !== 503 || !(waitS <= patienceS)) return answer;
    const waitMs = (waitS + Math.random()) * 1000;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Takes what the document brings; everything else goes out now. */
async function fetchOrTake(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const isRead = request.method === 'GET';
  const preloaded = isRead ? takePreloaded(pathname + search) : undefined;
  const answer = preloaded ?? (await (isRead ? fetch(request) : sendChange(request)));
  noteServerTime(answer.headers.get('date'));
  return answer;
}

/** Requests by path, typed; see `take` and `takeWithFacts` for their answers. */
export const api = createClient<paths>({
  baseUrl: '/api',
  fetch: fetchOrTake,
  headers: { accept: 'application/json', ...pageHeader },
});
api.use(failures);

interface Answer<T> {
  data?: T;
  response: Response;
}

/** The body of an answer. Throws ApiError where the server refused or was not reached. */
export async function take<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data } = await answer;
  if (data === undefined) throw new ApiError(0, 'the answer has no body');
  return data;
}

/** For answers without a body. Throws as `take`. */
export async function settle(answer: Promise<{ response: Response }>): Promise<void> {
  await answer;
}

/** A body with its entity tag, for If-Match, and the size of the whole list that it is a page of. */
export interface Tagged<T> {
  data: T;
  etag: string | undefined;
  size: number | undefined;
}

/** As `take`, with what stands in the headers. */
export async function takeTagged<T>(answer: Promise<Answer<T>>): Promise<Tagged<T>> {
  const { data, response } = await answer;
  if (data === undefined) throw new ApiError(0, 'the answer has no body');
  const size = response.headers.get('x-pagination-size');
  return { data, etag: response.headers.get('etag') ?? undefined, size: size === null ? undefined : Number(size) };
}
