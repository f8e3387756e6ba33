// Answers to GET requests that came before, kept as they went out, for the same request to come once more. A kept answer is
// valid as long as nothing was committed since, or what it rests on is found to be as it was; never beyond the end that is given.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { runAsTask } from '../../concurrency/turns.ts';
import type { Ready } from './respond.ts';
import type { Validity } from '../routes/validity.ts';

/** How often a kept answer was looked for. */
export interface KeptStats {
  hits: number;
  misses: number;
}

export interface KeptAnswers {
  /**
   * Answers from what is kept, or calls `pass`, which has to. `asked` is undefined where it is no plain question, a GET without
   * a body.
   */
  serve(request: IncomingMessage, response: ServerResponse, pass: (asked?: Asked) => void): void;
  /**
   * Keeps the answer to a request that `serve` has passed on, if the same came before. Everything must have been read after
   * that. Gives whether it is kept.
   */
  keep(request: IncomingMessage, ready: Ready, validity: Validity): boolean;
}

/** When a question was asked. */
export interface Asked {
  /** What readMark gave before anything was read for it. */
  mark: number | undefined;
}

interface KeptAnswersOptions {
  /** Differs after any commit; undefined where the engine can't tell without being asked. */
  readMark: () => number | undefined;
  nowMs(): number;
  send(response: ServerResponse, ready: Ready): void;
  /** Twice this much may be kept. */
  maxBytes: number;
  /** Counted up here. */
  stats: KeptStats;
}

interface Entry extends Validity {
  ready: Ready;
  /** What readMark gave before the answer was last known to be true. */
  mark: number | undefined;
}

/** Of a request that came once: who reads through everything asks for nothing again, and would push out what others ask for. */
const cameOnce: Entry = { ready: { status: 0, head: [], text: undefined }, mark: undefined, endsAtMs: -Infinity };

interface Arrival extends Asked {
  key: string;
}

interface Waiting {
  key: string;
  request: IncomingMessage;
  response: ServerResponse;
  pass: (asked: Asked) => void;
}

const entryOverheadBytes = 500;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Everything that the peer sent but for its name of the request, so that two requests with one key can't differ in anything. */
const keyOf = (request: IncomingMessage): string => {
  const { socket, httpVersion, url = '', rawHeaders } = request;
  const sent = request.headers['x-request-id'] === undefined ? rawHeaders : withoutRequestId(rawHeaders);
  return `${socket.remoteAddress ?? ''} ${httpVersion} ${url}\n${sent.join('\n')}`;
};

const withoutRequestId = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== 'x-request-id');

export function createKeptAnswers(options: KeptAnswersOptions): KeptAnswers {
  const entries = createGenerations(options.maxBytes);
  const { stats } = options;
  const arrivals = new WeakMap<IncomingMessage, Arrival>();

  async function prove(entry: Entry, { key, mark }: Arrival): Promise<boolean> {
    const { holds } = entry;
    if (holds === undefined || !(await runAsTask(holds))) return false;
    entry.mark = mark;
    entries.touch(key, entry);
    return true;
  }

  function decide({ key, request, response, pass }: Waiting, mark: number | undefined): void {
    const arrival = { key, mark };
    const passOn = (): void => {
      stats.misses += 1;
      arrivals.set(request, arrival);
      pass(arrival);
    };
    const send = (ready: Ready): void => {
      stats.hits += 1;
      options.send(response, ready);
    };
    const entry = entries.find(key);
    if (entry === undefined || options.nowMs() >= entry.endsAtMs) return passOn();
    if (mark !== undefined && entry.mark === mark) return send(entry.ready);
    // Where the database can't be asked, the pipeline finds that out too, and says so.
    void prove(entry, arrival).then((isProven) => (isProven ? send(entry.ready) : passOn()), passOn);
  }

  // One look at the mark serves all requests that arrived before it, in the same turn of the event loop.
  let waiting: Waiting[] = [];
  function decideAll(): void {
    const all = waiting;
    waiting = [];
    const mark = options.readMark();
    // Who sent so much ahead that their connection was closed is owed nothing.
    for (const one of all) if (!one.request.socket.destroyed) decide(one, mark);
  }

  return {
    serve(request, response, pass) {
      if (request.method !== 'GET' || hasBody(request)) return pass();
      if (waiting.push({ key: keyOf(request), request, response, pass }) === 1) setImmediate(decideAll);
    },
    keep(request, ready, validity) {
      const arrival = arrivals.get(request);
      const isWorthIt = validity.endsAtMs > options.nowMs() && (validity.holds ?? arrival?.mark) !== undefined;
      if (arrival === undefined || !isWorthIt) return false;
      const { key, mark } = arrival;
      const cameBefore = entries.find(key) !== undefined;
      entries.touch(key, cameBefore ? { ...validity, ready, mark } : cameOnce);
      return cameBefore;
    },
  };
}

const sizeOf = (key: string, { ready }: Entry): number => key.length + (ready.text?.length ?? 0) + entryOverheadBytes;

/** Two generations instead of an exact order of use: what was not touched while one filled up is dropped with it. */
function createGenerations(maxBytes: number) {
  let recent = new Map<string, Entry>();
  let older = new Map<string, Entry>();
  let recentBytes = 0;
  const touch = (key: string, entry: Entry): void => {
    const known = recent.get(key);
    recentBytes += sizeOf(key, entry) - (known === undefined ? 0 : sizeOf(key, known));
    recent.set(key, entry);
    if (recentBytes <= maxBytes) return;
    older = recent;
    recent = new Map();
    recentBytes = 0;
  };
  return {
    touch,
    find(key: string): Entry | undefined {
      const hit = recent.get(key);
      if (hit !== undefined) return hit;
      const old = older.get(key);
      if (old !== undefined) touch(key, old);
      return old;
    },
  };
}
