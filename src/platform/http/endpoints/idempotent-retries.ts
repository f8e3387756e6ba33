// Requests that clients may send again without changing anything twice: the header Idempotency-Key (ADR 42).
import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { DomainError, invalid, unprocessable } from '../../errors.ts';
import { KeyTakenError } from '../../idempotency/index.ts';
import type { FirstRequest, IdempotencyKeys, KeyedRequest } from '../../idempotency/index.ts';
import type { Steps } from '../../concurrency/time-slices.ts';
import type { Ready } from '../answers/send.ts';
import type { RequestFacts, Route } from '../routes/route.ts';
import { hasSecret } from '../routes/schema.ts';

/** What retries need of the product. */
export interface RetryOptions<Viewer> {
  keys: IdempotencyKeys;
  /** Whose keys count; undefined: nobody's, and the header is not looked at. */
  callerOf(viewer: Viewer): number | undefined;
}

const keyHeader = 'idempotency-key';
const keyMax = 255; // Characters of one key; more are answered 400.
/** Of a body that are hashed in one step. */
const stepBytes = 262_144;
/** No answer takes longer once its change is durable, unless its process is gone. */
const answerMaxMs = 10_000;

/** Whether requests of a route may carry a key: those that change something, and by their schemas neither bring nor are told secrets. */
export const takesKeys = ({
  method,
  access,
  body,
  responses,
  produces,
}: Pick<Route<never>, 'method' | 'access' | 'body' | 'responses' | 'produces'>): boolean =>
  method === 'POST' && access !== 'public' && produces === undefined && !hasSecret(body) && !hasSecret(responses);

/** The key in the header, as a string of RFC 9651 or bare. Throws invalid. */
function readKey(header: string): string {
  const [, quoted] = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(header) ?? [];
  const key = quoted?.replace(/\\(.)/g, '$1') ?? (/^[!#-~]+$/.test(header) ? header : '');
  if (key !== '' && key.length <= keyMax) return key;
  throw invalid(
    `The header Idempotency-Key is ${JSON.stringify(header.slice(0, 40))}; send 1 to ${keyMax} ASCII characters in double quotes.`,
  );
}

/** The request's key with what tells the request from others; undefined where it has none. Throws invalid. */
function* readKeyed(
  userId: number,
  { url, headers, format }: RequestFacts,
  body: unknown,
): Steps<KeyedRequest | undefined> {
  const header = headers[keyHeader];
  if (header === undefined) return undefined;
  const head = JSON.stringify([url, format, headers['content-type'] ?? '']);
  const sent = body instanceof Uint8Array ? body : new Uint8Array();
  const digest = createHash('sha256').update(`${head}\n`);
  for (let at = 0; at < sent.length; at += stepBytes) {
    if (at > 0) yield;
    digest.update(sent.subarray(at, at + stepBytes));
  }
  return { userId, key: readKey(header.toString()), fingerprint: digest.digest('base64url') };
}

const refuse = (message: string, headers: Record<string, string>): DomainError =>
  new DomainError('conflict', message, { headers });

const stillRunning = (): DomainError =>
  refuse('the first request with this Idempotency-Key is still running; ask again', { 'retry-after': '1' });

function requireSame(first: string, second: string): void {
  if (first === second) return;
  throw unprocessable(
    'this Idempotency-Key was sent before with another address, format or body; send a new key with a new request',
  );
}

/** The first answer. Throws conflict while there is none yet, and where it was lost. */
function readStored(first: FirstRequest, { fingerprint }: KeyedRequest, nowMs: number): Ready {
  requireSame(first.fingerprint, fingerprint);
  if (first.answer !== undefined) {
    const { status, head, text } = first.answer;
    return { status, head: [...head, 'idempotency-replayed', 'true'], text };
  }
  if (nowMs - first.startedAtMs < answerMaxMs) throw stillRunning();
  const made = first.made === undefined ? '' : ` and made ${first.made}`;
  throw refuse(
    `the first request with this Idempotency-Key was carried out at ${new Date(first.startedAtMs).toISOString()}${made}, but its answer is lost`,
    first.made === undefined ? {} : { location: `/api/v1/${first.made}` },
  );
}

/** Gives the first answer to `keyed`, which `answer` makes where this is the first such request. Throws what `answer` does. */
type AnswerOnce = (keyed: KeyedRequest, answer: () => Promise<Ready>) => Promise<Ready>;

export interface IdempotentRetries<Viewer> {
  /** The key of a request to a route that takes keys; undefined where it has none. Throws invalid. */
  find(viewer: Viewer, facts: RequestFacts, body: unknown): Steps<KeyedRequest | undefined> | undefined;
  answerOnce: AnswerOnce;
}

/** Without options there are no keys. */
export function createIdempotentRetries<Viewer>(
  options: RetryOptions<Viewer> | undefined,
  clock: Clock,
): IdempotentRetries<Viewer> | undefined {
  if (options === undefined) return undefined;
  const { keys, callerOf } = options;
  /** Fingerprints by who asks and key. */
  const running = new Map<string, string>();
  const readStoredAnswer = async (keyed: KeyedRequest): Promise<Ready | undefined> => {
    const first = await keys.find(keyed);
    return first === undefined ? undefined : readStored(first, keyed, clock.nowMs());
  };
  const answerFirst = async (keyed: KeyedRequest, answer: () => Promise<Ready>): Promise<Ready> => {
    let ready: Ready;
    try {
      ready = await answer();
    } catch (error) {
      const first = error instanceof KeyTakenError ? await readStoredAnswer(keyed) : undefined;
      if (first === undefined) throw error;
      return first;
    }
    const { status, head, text } = ready;
    await keys.keep(keyed, { status, head: [...head], ...(text === undefined ? {} : { text: text.toString() }) });
    return ready;
  };
  return {
    find(viewer, facts, body) {
      const userId = callerOf(viewer);
      const isKeyed = userId !== undefined && facts.headers[keyHeader] !== undefined;
      return isKeyed ? readKeyed(userId, facts, body) : undefined;
    },
    async answerOnce(keyed, answer) {
      const name = `${keyed.userId} ${keyed.key}`;
      const other = running.get(name);
      if (other !== undefined) {
        requireSame(other, keyed.fingerprint);
        throw stillRunning();
      }
      running.set(name, keyed.fingerprint);
      try {
        return (await readStoredAnswer(keyed)) ?? (await answerFirst(keyed, answer));
      } finally {
        running.delete(name);
      }
    },
  };
}
