// Drives clients against one or several servers of one site at random, and judges what they were told.
import { setTimeout as pause } from 'node:timers/promises';
import { fetchTrail, openConnection, readAnswer, readSeen, writeOrder } from './artifact-client.ts';
import type { Attempt, Connection, Place, Seen } from './artifact-client.ts';
import { checkHistory } from './checker.ts';
import type { Verdict } from './checker.ts';
import { createRecorder } from './history.ts';
import type { Pending, Recorder } from './history.ts';
import { createArtifactModel } from './model.ts';
import type { ArtifactAnswer, ArtifactCall, ArtifactOperation, ArtifactState } from './model.ts';
import { readTrail } from './trail.ts';
import type { TrailEntry } from './trail.ts';

export interface Progress {
  /** Resolves once so many operations have begun, or the last one has. */
  reached(operations: number): Promise<void>;
  isOver(): boolean;
}

export interface RunOptions {
  /** Asked before each operation, so that servers may come back at other addresses. */
  readonly baseUrls: () => readonly string[];
  readonly place: Place;
  readonly clients: number;
  readonly operations: number;
  /** How many artifacts are in use at a time: the newest. */
  readonly artifacts: number;
  /** The same seed gives the same draws, though not the same interleaving. */
  readonly seed: number;
  /** The servers' clock; by default the machine's. */
  readonly nowMs?: () => number;
  /** Runs beside the clients: kills servers, starts them again. The run ends when it has resolved too. */
  readonly disturb?: (progress: Progress) => Promise<void>;
}

export interface RunReport {
  /** What can't be explained, in words; empty when all is well. */
  readonly faults: readonly string[];
  /** How often each answer came, by kind of call and answer. */
  readonly answers: ReadonlyMap<string, number>;
  readonly artifacts: number;
}

interface Run extends RunOptions {
  readonly recorder: Recorder<ArtifactCall, ArtifactAnswer>;
  readonly random: (below: number) => number;
  readonly answers: Map<string, number>;
  /** Ids, oldest first. */
  readonly known: number[];
  readonly seen: Map<number, Seen>;
  begun: number;
  readonly waiting: Set<{ at: number; resolve(): void }>;
}

/** Whole numbers from 0 to below `below`, by the generator mulberry32. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Runs the operations, then reads every artifact's history and judges it all. Throws Error when no server is left. */
export async function runClients(options: RunOptions): Promise<RunReport> {
  const run: Run = {
    ...options,
    recorder: createRecorder(),
    random: createRandom(options.seed),
    answers: new Map(),
    known: [],
    seen: new Map(),
    begun: 0,
    waiting: new Set(),
  };
  const clients = Promise.all(Array.from({ length: options.clients }, (_, client) => runClient(run, client)));
  await Promise.all([clients, options.disturb?.(progressOf(run))]);
  const connection = openConnection(options.place.headers);
  const faults: string[] = [];
  try {
    for (const [id, operations] of run.recorder.operations) {
      const [baseUrl = ''] = options.baseUrls();
      const trail = await fetchTrail(connection, baseUrl, options.place, id);
      faults.push(...judge(run, operations, trail).map((fault) => `artifact ${id}: ${fault}`));
    }
  } finally {
    connection.close();
  }
  return { faults, answers: run.answers, artifacts: run.known.length };
}

function progressOf(run: Run): Progress {
  return {
    isOver: () => run.begun >= run.operations,
    reached: (operations) =>
      new Promise((resolve) => {
        const at = Math.min(operations, run.operations);
        if (run.begun >= at) resolve();
        else run.waiting.add({ at, resolve });
      }),
  };
}

/** What is wrong with the operations on one artifact. */
function judge(run: Run, recorded: readonly ArtifactOperation[], trail: readonly TrailEntry[]): string[] {
  const isCreated = recorded.some(({ call }) => call.kind === 'create');
  const operations = isCreated || trail.length === 0 ? recorded : [...run.recorder.unplaced, ...recorded];
  const { faults, effective } = readTrail(operations, trail);
  // What the final history does not hold took no effect before it was read, so no answer rests on it.
  const told = operations.filter((operation) => operation.answer !== undefined || effective.has(operation));
  const verdict = checkHistory(createArtifactModel(told), told);
  return verdict.kind === 'linearizable' ? [...faults] : [...faults, describe(verdict)];
}

const lastPlacedShown = 12;

/** Tells where the search for an order came to its end. */
export function describe(verdict: Verdict<ArtifactState, ArtifactCall, ArtifactAnswer>): string {
  if (verdict.kind !== 'impossible') return verdict.kind;
  const line = ({ client, call, answer, calledAt, returnedAt }: ArtifactOperation): string =>
    `  ${calledAt}-${returnedAt} client ${client}: ${JSON.stringify(call)} -> ${JSON.stringify(answer ?? 'lost')}`;
  const { placed, state, blocked } = verdict;
  return [
    `no order explains these answers; the longest explains ${placed.length} operations, the last of them`,
    ...placed.slice(-lastPlacedShown).map(line),
    ` and leads to ${JSON.stringify(state)}, where none of these can follow:`,
    ...blocked.map(line),
  ].join('\n');
}

async function runClient(run: Run, client: number): Promise<void> {
  const connection = openConnection(run.place.headers);
  try {
    while (run.begun < run.operations) {
      run.begun += 1;
      for (const waiter of run.waiting) {
        if (waiter.at > run.begun) continue;
        run.waiting.delete(waiter);
        waiter.resolve();
      }
      await runOperation(run, connection, client, `${client}n${run.begun}`);
    }
  } finally {
    connection.close();
  }
}

interface Draft {
  id: number;
  call: ArtifactCall;
  seen?: Seen | undefined;
}

/** What to do next; `mark` is written where something is written, and never twice. */
function draw({ random, known, seen, artifacts, place }: Run, mark: string): Draft {
  const kind = random(100);
  if (known.length < artifacts || kind < 2)
    return {
      id: 0,
      call: { kind: 'create', values: Object.fromEntries(place.fields.map(({ name }) => [name, mark])) },
    };
  if (kind < 4) return { id: Math.max(...known) + 1, call: { kind: 'read' } };
  const id = known[known.length - 1 - random(artifacts)] ?? 0;
  const last = seen.get(id);
  if (kind < 25 || last === undefined) return { id, call: { kind: 'read' } };
  if (kind < 35) return { id, call: { kind: 'read', unless: last.tag }, seen: last };
  if (kind < 43) return { id, call: { kind: 'read history' } };
  const field = place.fields[random(place.fields.length)];
  const isComment = random(4) === 0 || field === undefined;
  const written = isComment ? { values: {}, comment: mark } : { values: { [field.name]: mark }, comment: '' };
  if (kind < 62) return { id, call: { kind: 'update', ...written } };
  const { tag, isExact } = last;
  const only = kind < 88 ? ({ kind: 'tag', tag } as const) : ({ kind: 'date', tag, isExact } as const);
  return { id, call: { kind: 'update', ...written, only }, seen: last };
}

const whileNobodyListensMs = 20;

async function runOperation(run: Run, connection: Connection, client: number, mark: string): Promise<void> {
  const { id, call, seen } = draw(run, mark);
  const urls = run.baseUrls();
  const baseUrl = urls[run.random(urls.length)] ?? '';
  const askedAtMs = (run.nowMs ?? Date.now)();
  const pending = run.recorder.begin(client, call);
  const attempt = await connection.send(baseUrl, writeOrder(run.place, call, id, seen));
  const outcome = settle(run, pending, id, attempt, askedAtMs);
  const name = `${call.kind}${call.kind === 'update' && call.only !== undefined ? ` by ${call.only.kind}` : ''}: ${outcome}`;
  run.answers.set(name, (run.answers.get(name) ?? 0) + 1);
  if (attempt === 'unreached') await pause(whileNobodyListensMs);
}

/** Records what came of a call; gives the kind of the answer. */
function settle(
  run: Run,
  pending: Pending<ArtifactCall, ArtifactAnswer>,
  id: number,
  attempt: Attempt,
  askedAtMs: number,
): string {
  const { call } = pending;
  const isWrite = call.kind === 'create' || call.kind === 'update';
  const read = typeof attempt === 'string' ? undefined : readAnswer(run.place, call, attempt);
  if (read === undefined) {
    if (isWrite && attempt !== 'unreached') pending.lost(call.kind === 'create' ? undefined : id);
    else pending.withdrawn();
    return typeof attempt === 'string' ? attempt : String(attempt.status);
  }
  const [answer, createdId = id] = read;
  pending.answered(createdId, answer);
  if (answer.kind === 'created') run.known.push(createdId);
  if (typeof attempt !== 'string' && (answer.kind === 'created' || answer.kind === 'shown'))
    run.seen.set(createdId, readSeen(attempt, askedAtMs));
  return answer.kind;
}
