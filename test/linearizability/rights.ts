// Rights that are given and taken again and again on any process, while their holder uses them on all: a right is a
// register of yes or no, so what was taken before a request began is never used by it.
import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from './artifact-client.ts';
import type { Attempt, Connection, Order } from './artifact-client.ts';
import { checkHistory } from './checker.ts';
import type { Model } from './checker.ts';
import { createRecorder } from './history.ts';
import type { Operation, Recorder } from './history.ts';
import type { Progress } from './run.ts';

export type Credentials = Readonly<Record<string, string>>;

/** A right that somebody has at first. */
export interface Right {
  readonly name: string;
  /** Who gives and takes it. */
  readonly giver: Credentials;
  /** The request that gives it or takes it; asked again until the answer is one of `done`. */
  change(may: boolean): Order;
  readonly done: readonly number[];
  /** What proves the holder now. */
  holder: Credentials;
  /** Where giving makes a right of its own, such as a token: what proves its holder. */
  renew?(body: string): Credentials;
}

export type RightCall = { readonly kind: 'change'; readonly may: boolean } | { readonly kind: 'use' };

/** Of a use, whether it was answered; a change answers what it set. */
export type RightOperation = Operation<RightCall, boolean>;

export interface RightsOptions {
  readonly baseUrls: () => readonly string[];
  readonly rights: readonly Right[];
  /** Address that each of the rights is needed for. */
  readonly path: string;
  readonly random: (below: number) => number;
  readonly progress: Progress;
}

export interface RightsReport {
  readonly faults: readonly string[];
  readonly changes: number;
  readonly allowed: number;
  readonly refused: number;
}

interface Register {
  readonly right: Right;
  /** Under which its operations are recorded. */
  key: number;
  etag: string | undefined;
}

interface Run extends RightsOptions {
  readonly recorder: Recorder<RightCall, boolean>;
  /** By key. */
  readonly names: Map<number, string>;
}

const model: Model<boolean, RightCall, boolean> = {
  initial: true,
  keyOf: String,
  apply(may, { call, answer }) {
    if (call.kind === 'change') return call.may;
    return answer === may ? may : undefined;
  },
};

/** One sentence where no order of these operations on one right explains the answers. */
export function judgeRight(name: string, operations: readonly RightOperation[]): string[] {
  const verdict = checkHistory(model, operations);
  if (verdict.kind === 'linearizable') return [];
  if (verdict.kind === 'undecided') return [`${name}: the check took too long`];
  const lines = verdict.blocked.map(
    ({ call, answer, calledAt, returnedAt }) => `${calledAt}-${returnedAt} ${JSON.stringify(call)}: ${String(answer)}`,
  );
  return [`${name}: it was ${verdict.state ? 'given' : 'taken'}, and then: ${lines.join('; ')}`];
}

/** Changes and uses each right until the run is over; all were given when it began. */
export async function exerciseRights(options: RightsOptions): Promise<RightsReport> {
  const run: Run = { ...options, recorder: createRecorder(), names: new Map() };
  await Promise.all(options.rights.map((right) => exercise(run, right)));
  const faults: string[] = [];
  const counts = { changes: 0, allowed: 0, refused: 0 };
  for (const [key, operations] of run.recorder.operations) {
    faults.push(...judgeRight(run.names.get(key) ?? '', operations));
    for (const { call, answer } of operations)
      counts[call.kind === 'change' ? 'changes' : answer === true ? 'allowed' : 'refused'] += 1;
  }
  return { faults, ...counts };
}

function openRegister(run: Run, register: Register): void {
  register.key = run.names.size;
  run.names.set(register.key, `${register.right.name} ${register.key}`);
}

const oneOfAll = ({ baseUrls, random }: Run): string => baseUrls()[random(baseUrls().length)] ?? '';

async function exercise(run: Run, right: Right): Promise<void> {
  const register: Register = { right, key: 0, etag: undefined };
  openRegister(run, register);
  const giver = openConnection(right.giver);
  const holders = [openConnection({}), openConnection({})] as const;
  const changeAndUse = async (): Promise<void> => {
    for (let may = false; !run.progress.isOver(); may = !may) {
      await change(run, register, giver, may);
      // The very next requests, on every process.
      await Promise.all(run.baseUrls().map((baseUrl) => use(run, register, holders[0], baseUrl)));
    }
  };
  const useAllTheTime = async (): Promise<void> => {
    while (!run.progress.isOver()) await use(run, register, holders[1], oneOfAll(run));
  };
  try {
    await Promise.all([changeAndUse(), useAllTheTime()]);
  } finally {
    for (const connection of [giver, ...holders]) connection.close();
  }
}

async function change(run: Run, register: Register, giver: Connection, may: boolean): Promise<void> {
  const { right, key } = register;
  const pending = run.recorder.begin(0, { kind: 'change', may });
  const body = await askUntilDone(run, right, giver, may);
  if (!may || right.renew === undefined) {
    pending.answered(key, may);
    return;
  }
  pending.withdrawn();
  right.holder = right.renew(body);
  openRegister(run, register);
}

const restMs = 20;

/** Every repetition asks for the same, so that it does not matter which of them took effect; gives the last answer. */
async function askUntilDone(run: Run, right: Right, giver: Connection, may: boolean): Promise<string> {
  for (;;) {
    const attempt = await giver.send(oneOfAll(run), right.change(may));
    if (typeof attempt !== 'string' && right.done.includes(attempt.status)) return attempt.body;
    if (typeof attempt !== 'string' && attempt.status !== 503)
      throw new Error(`${right.name}: ${attempt.status} ${attempt.body}`);
    await pause(restMs);
  }
}

/** Whether the holder was let in; undefined where nobody could say. Throws Error for any other answer. */
function readUse(attempt: Attempt): boolean | undefined {
  if (typeof attempt === 'string' || attempt.status === 503) return undefined;
  if (attempt.status === 200 || attempt.status === 304) return true;
  if ([401, 403, 404].includes(attempt.status)) return false;
  throw new Error(`${attempt.status} ${attempt.body}`);
}

async function use(run: Run, register: Register, connection: Connection, baseUrl: string): Promise<void> {
  const { right, key, etag } = register;
  const condition: Record<string, string> = etag === undefined || run.random(2) === 0 ? {} : { 'if-none-match': etag };
  const pending = run.recorder.begin(0, { kind: 'use' });
  const attempt = await connection.send(baseUrl, {
    method: 'GET',
    path: run.path,
    headers: { ...right.holder, ...condition },
  });
  const answer = readUse(attempt);
  if (answer === undefined) {
    pending.withdrawn();
    await pause(restMs);
    return;
  }
  pending.answered(key, answer);
  if (typeof attempt !== 'string' && typeof attempt.headers['etag'] === 'string')
    register.etag = attempt.headers['etag'];
}
