// What a class of attack is, and the ground that it plays on: requests and bare connections, whose answers are counted.
import { Agent, request as openRequest } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What is in the prepared folder, and how its people prove who they are. */
export interface Site {
  readonly port: number;
  /** Takes mail by LMTP; 0: nothing does. */
  readonly mailPort: number;
  readonly password: string;
  /** Headers of `mallory`, who administers the project `arena`, of `root`, and of `bruno`, a bystander. */
  readonly tokens: Readonly<Record<'mallory' | 'root' | 'bruno', Readonly<Record<string, string>>>>;
  /** Tokens of people who may read all that is public, one each. */
  readonly crowd: readonly Readonly<Record<string, string>>[];
  readonly projectId: number;
  readonly trackers: Readonly<Record<string, number>>;
  /** Ids by `tracker.field`. */
  readonly fields: Readonly<Record<string, number>>;
  /** Ids by `tracker.field.label`. */
  readonly values: Readonly<Record<string, number>>;
  /** Of the tracker `cards`. */
  readonly artifacts: readonly number[];
  /** What bystanders read; nobody attacks it. */
  readonly bystandersArtifact: number;
  /** Where `mallory` may send mail to. */
  readonly mailTo: string;
}

export interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly as?: 'mallory' | 'root' | undefined;
  /** Address that a proxy tells of; by default the attacker's one. */
  readonly from?: string;
}

export interface Answer {
  /** 0: the connection ended without one. */
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Its first part. */
  readonly text: string;
}

export interface Tally {
  /** How often each status was heard; 0: a connection that ended without an answer. */
  readonly statuses: Map<number, number>;
  /** Answers that none may get. */
  readonly faults: string[];
}

export interface Ground {
  readonly site: Site;
  /** Aborted when the time is up. */
  readonly signal: AbortSignal;
  /** How often each client of a flood asks; Infinity: until the time is up. */
  readonly rounds: number;
  readonly tally: Tally;
  /** So many, or few where the attack is to be quick. */
  scale(count: number): number;
  /** Sends a request and counts its answer; -1: the attack was over before. */
  ask(ask: Ask): Promise<Answer>;
  /** Sends a request that must be obeyed; gives its JSON. */
  demand(ask: Ask): Promise<unknown>;
  /** A connection whose answers are counted; undefined: it was refused. Ends with the attack. */
  open(port?: number): Promise<Socket | undefined>;
}

/** Goes on until the attack is over. */
export type Attack = () => Promise<unknown>;

export interface AttackClass {
  readonly name: string;
  /** Whom or what it is like. */
  readonly imitates: string;
  /** Statuses besides 2xx, 3xx, 408, 413, 429 and 503 that its requests are right to get. */
  readonly refusals?: readonly number[];
  /** Plants what it needs before anybody measures. */
  readonly set: (ground: Ground) => Attack | Promise<Attack>;
  /** What was planted stays: the server must start again on it, and answer this. */
  readonly leaves?: (site: Site) => Ask;
  /** A program that it needs. */
  readonly needs?: 'git';
}

const textKept = 65_536;
const attackersAddress = '198.51.100.66';
/** Somebody who is refused does not ask again at once: the attacker shares the processors with the attacked. */
const refusedRestMs = 10;

const pathHeaders = (site: Site, { headers, body, as, from }: Ask): Record<string, string> => ({
  'x-forwarded-for': from ?? attackersAddress,
  ...(as === undefined ? {} : site.tokens[as]),
  ...(body === undefined
    ? {}
    : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  ...headers,
});

/** Sends one request; -1: the signal came first. */
export function sendAsk(site: Site, agent: Agent, ask: Ask, signal: AbortSignal): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  let isAnswered = false;
  const none = (): void => {
    if (!isAnswered) resolve({ status: signal.aborted ? -1 : 0, headers: {}, text: '' });
  };
  const outgoing = openRequest(
    {
      host: '127.0.0.1',
      port: site.port,
      agent,
      method: ask.method ?? 'GET',
      path: ask.path,
      headers: pathHeaders(site, ask),
      signal,
    },
    (response) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      let kept = 0;
      response.on('data', (chunk: Buffer) => {
        if (kept < textKept) chunks.push(chunk);
        kept += chunk.length;
      });
      response.on('close', () =>
        resolve({
          status: response.complete || !signal.aborted ? (response.statusCode ?? 0) : -1,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
      response.on('error', () => undefined);
    },
  );
  outgoing.on('error', none);
  outgoing.on('close', none);
  outgoing.end(ask.body);
  return promise;
}

const faultsKept = 5;

function count({ statuses, faults }: Tally, ask: Ask, { status, headers, text }: Answer): void {
  if (status < 0) return;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status < 500 || (status === 503 && headers['retry-after'] !== undefined)) return;
  if (faults.length < faultsKept)
    faults.push(`${status} to ${ask.method ?? 'GET'} ${ask.path.slice(0, 80)}: ${text.slice(0, 200)}`);
}

/** The ground of one attack. */
export function openGround(site: Site, options: { signal: AbortSignal; rounds: number; scale: number }): Ground {
  const { signal, rounds } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const sockets = new Set<Socket>();
  const tally: Tally = { statuses: new Map(), faults: [] };
  signal.addEventListener('abort', () => {
    agent.destroy();
    for (const socket of sockets) socket.destroy();
  });
  const ask: Ground['ask'] = async (one) => {
    const answer = await sendAsk(site, agent, one, signal);
    count(tally, one, answer);
    if (answer.status === 503 || answer.status === 429 || answer.status === 0) await rest(refusedRestMs, signal);
    return answer;
  };
  return {
    site,
    signal,
    rounds,
    tally,
    scale: (wanted) => Math.max(1, Math.round(wanted * options.scale)),
    ask,
    async demand(one) {
      for (let tries = 0; ; tries += 1) {
        const { status, text } = await sendAsk(site, agent, one, new AbortController().signal);
        if (status >= 200 && status < 300) return text.startsWith('{') || text.startsWith('[') ? parse(text) : text;
        if ((status !== 429 && status !== 503) || tries === 50)
          throw new Error(`${one.method ?? 'GET'} ${one.path.slice(0, 80)}: ${status} ${text.slice(0, 300)}`);
        await pause(100);
      }
    },
    open: (port = site.port) => openSocket(port, sockets, tally),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Longer than what is kept of it.
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** For so long, or until the attack is over. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function openSocket(port: number, sockets: Set<Socket>, { statuses }: Tally): Promise<Socket | undefined> {
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>();
  const socket = connect(port, '127.0.0.1');
  sockets.add(socket);
  socket.on('connect', () => resolve(socket));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    sockets.delete(socket);
    resolve(undefined);
  });
  socket.on('data', (chunk: Buffer) => {
    for (const [, status] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g))
      statuses.set(Number(status), (statuses.get(Number(status)) ?? 0) + 1);
  });
  return promise;
}
