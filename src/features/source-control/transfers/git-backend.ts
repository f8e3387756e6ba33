// Talks to `git http-backend` as a CGI program: bytes stream both ways, and it ends with its request.
import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '../../../platform/errors.ts';
import { listenToErrors } from '../../../platform/programs/collect.ts';
import { signalGroup } from '../../../platform/programs/starter.ts';
import type { StartedProgram } from '../../../platform/programs/starter.ts';
import { GitFailure, gitIsMissing } from '../repositories/git-program.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import { writeInTime, readInTime, transferBudget } from './time-budget.ts';
import type { TimeBudget } from './time-budget.ts';
import { createSlots } from './git-slots.ts';
import type { Peer, Slots } from './git-slots.ts';

export interface BackendRequest {
  /** Name of the repository's folder. */
  folder: string;
  /** `info/refs`, `git-upload-pack` or `git-receive-pack`. */
  action: string;
  method: 'GET' | 'POST';
  /** Without the question mark. */
  query: string;
  contentType: string;
  contentEncoding: string;
  peer: Peer;
  /** Of the header Git-Protocol; empty: version 0. */
  protocol: string;
  address: string;
  body: AsyncIterable<Uint8Array>;
  isPush: boolean;
  /** Settings of git for this request alone. */
  settings: Readonly<Record<string, string>>;
  /** Further variables, such as who pushes. */
  variables: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** The answer in the place of git's, where the request may not be run; asked once it has a place, since it may be work. */
  findRefusal(): Promise<BackendAnswer | undefined>;
  /**
   * Why a push with these options may not change refs after all; undefined where it may. Its objects have come to the folder `come`
   * among those of the repository, where it has any. Never throws.
   */
  judge(options: readonly string[], come: string | undefined): Promise<string | undefined>;
  /** Called once it has ended, however it did; the answer ends after that. What it throws, the answer fails with. */
  afterEnd(): Promise<void>;
}

export interface BackendAnswer {
  status: number;
  headers: Record<string, string>;
  chunks: AsyncIterable<Uint8Array>;
}

export type RunBackend = (request: BackendRequest) => Promise<BackendAnswer>;

/** How long one clone or push may take, a slow connection included. */
export const transferMaxMs = 60 * 60 * 1000;
/** How long a push may take to end without its client, and once more when it is told to end. */
const stopMaxMs = 10_000;
const stopStepMs = 20;
/** Bytes of the headers that git answers with; longer ones count as no answer. */
const headMaxBytes = 16_384;

/** Places for transfers, whatever way they come. */
export interface TransferSlots {
  push: Slots;
  read: Slots;
}

/** At most `processesMax` at a time: half of them clones and fetches, half of them pushes, one of each at least. */
export function createTransferSlots(processesMax: number): TransferSlots {
  const places = Math.max(1, Math.floor(processesMax / 2));
  return { push: createSlots(places), read: createSlots(Math.max(1, processesMax - places)) };
}

/** Those that have no place wait, as createSlots says; a push has none until its first bytes have come. */
export function createBackend(git: GitProgram, slots: TransferSlots, budget = transferBudget): RunBackend {
  return async (request) => {
    const body = request.isPush ? await awaitStart(readInTime(request.body, budget)) : request.body;
    const release = await slots[request.isPush ? 'push' : 'read'].enter(request.peer, request.signal);
    try {
      const refusal = await request.findRefusal();
      if (refusal === undefined) return await speak(git, { ...request, body }, { release, budget });
      release();
      await request.afterEnd();
      return refusal;
    } catch (error) {
      release();
      throw error;
    }
  };
}

/** The body, once its first bytes are here. */
async function awaitStart(body: AsyncGenerator<Uint8Array, void>): Promise<AsyncIterable<Uint8Array>> {
  const first = await body.next();
  return (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* body;
  })();
}

const variablesOf = (git: GitProgram, request: BackendRequest): Record<string, string> => ({
  GATEWAY_INTERFACE: 'CGI/1.1',
  GIT_PROJECT_ROOT: git.folder,
  GIT_HTTP_EXPORT_ALL: '1',
  GIT_PROTOCOL: request.protocol,
  PATH_INFO: `/${request.folder}/${request.action}`,
  QUERY_STRING: request.query,
  REQUEST_METHOD: request.method,
  REMOTE_ADDR: request.address,
  CONTENT_TYPE: request.contentType,
  HTTP_CONTENT_ENCODING: request.contentEncoding,
  ...request.variables,
});

async function speak(
  git: GitProgram,
  received: BackendRequest,
  { release, budget }: { release: () => void; budget: TimeBudget },
): Promise<BackendAnswer> {
  const late = new AbortController();
  const request = { ...received, signal: AbortSignal.any([received.signal, late.signal]) };
  const settings = Object.entries(request.settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const child = await startFor(request, git, [...settings, 'http-backend'], variablesOf(git, request));
  const said = listenToErrors(child);
  const ended = attend(child, request).finally(release);
  // Whoever waits for the answer hears of it there.
  ended.catch(() => undefined);
  void feed(child, request.body);
  const output: AsyncIterator<Buffer> = child.stdout[Symbol.asyncIterator]();
  const head = await readHead(output);
  if (head === undefined || head.status >= 500) {
    await ended;
    throw unavailable(gitIsMissing, new GitFailure(said()));
  }
  async function* chunks(rest: Buffer): AsyncGenerator<Uint8Array, void, undefined> {
    yield rest;
    for (let next = await output.next(); next.done !== true; next = await output.next()) yield next.value;
    await ended;
  }
  const chunksInTime = writeInTime(chunks(head.rest), budget, () => late.abort());
  return { status: head.status, headers: head.headers, chunks: chunksInTime };
}

/** Starts git for a request, whose hook, that of a push, is answered. Throws unavailable, once what follows its end is done. */
export async function startFor(
  { isPush, judge, afterEnd }: Pick<BackendRequest, 'isPush' | 'judge' | 'afterEnd'>,
  git: GitProgram,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<StartedProgram> {
  try {
    const child = await git.start(args, variables, isPush);
    answerHook(child, judge);
    return child;
  } catch (error) {
    await afterEnd();
    throw error;
  }
}

/** The hook of a push tells its options by a line of its own, and asks whether it may go on. */
function answerHook({ line }: StartedProgram, judge: BackendRequest['judge']): void {
  if (line === undefined) return;
  const pieces: Buffer[] = [];
  const answer = (reason: string | undefined): void =>
    void line.write(reason === undefined ? 'go\n' : `no ${reason.replaceAll('\n', ' ')}\n`);
  // Whoever would read the answer has ended.
  line.on('error', () => undefined);
  const hear = (piece: Buffer): void => {
    pieces.push(piece);
    const output = Buffer.concat(pieces).toString();
    if (!/(?:^|\n)ready\n$/.test(output)) return;
    line.off('data', hear);
    // An option may have whatever else ends a line.
    const options = output.split('\n').flatMap((said) => (said.startsWith('option ') ? [said.slice(7)] : []));
    const come = /^come (?!\.)([\w.-]+)$/m.exec(output)?.[1];
    void judge(options, come).then(answer);
  };
  line.on('data', hear);
}

export async function attend(
  child: StartedProgram,
  request: Pick<BackendRequest, 'signal' | 'isPush' | 'afterEnd'>,
): Promise<void> {
  try {
    await guide(child, request);
  } finally {
    await request.afterEnd();
  }
}

/**
 * Ends the program with its request, and resolves once it and all that it started have ended. Without its input a push ends by
 * itself and tidies up, which it does not do where it is killed, or where nobody takes what it says.
 */
async function guide(
  child: StartedProgram,
  { signal: gone, isPush }: Pick<BackendRequest, 'signal' | 'isPush'>,
): Promise<void> {
  const timers: NodeJS.Timeout[] = [];
  const stop = (): void => {
    child.stdin.destroy();
    if (isPush) void drain(child);
    else child.stdout.destroy();
    timers.push(setTimeout(() => signalGroup(child, 'SIGTERM'), isPush ? stopMaxMs : 0));
    timers.push(setTimeout(() => signalGroup(child, 'SIGKILL'), 2 * stopMaxMs));
  };
  timers.push(setTimeout(stop, transferMaxMs));
  gone.addEventListener('abort', stop, { once: true });
  if (gone.aborted) stop();
  try {
    await child.exited;
    for (let waitedMs = 0; signalGroup(child, 0) && waitedMs < 2 * stopMaxMs; waitedMs += stopStepMs)
      await pause(stopStepMs);
  } finally {
    gone.removeEventListener('abort', stop);
    timers.forEach(clearTimeout);
  }
}

async function drain({ stdout }: StartedProgram): Promise<void> {
  for await (const _chunk of stdout);
}

/** Hands on the body; what comes after the program has read all that it wants is dropped, so that the client hears its answer. */
export async function feed(child: StartedProgram, body: AsyncIterable<Uint8Array>): Promise<void> {
  let isOpen = true;
  child.stdin.on('error', () => {
    isOpen = false;
  });
  try {
    for await (const chunk of body)
      if (isOpen) await new Promise<void>((sent) => child.stdin.write(chunk, () => sent()));
    child.stdin.end();
  } catch {
    // The client went away in the middle.
    child.stdin.destroy();
  }
}

interface Head {
  status: number;
  headers: Record<string, string>;
  /** What came of the body with it. */
  rest: Buffer;
}

/** The head of a CGI answer; undefined where none comes. */
async function readHead(output: AsyncIterator<Buffer>): Promise<Head | undefined> {
  let text = Buffer.alloc(0);
  for (;;) {
    const next = await output.next().catch(() => undefined);
    if (next === undefined || next.done === true) return undefined;
    text = Buffer.concat([text, next.value]);
    const end = text.indexOf('\r\n\r\n');
    if (end >= 0) return { ...parseHead(text.subarray(0, end).toString('latin1')), rest: text.subarray(end + 4) };
    if (text.length > headMaxBytes) return undefined;
  }
}

function parseHead(text: string): Omit<Head, 'rest'> {
  const headers = Object.fromEntries(
    text.split('\r\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const { status = '200', ...rest } = headers;
  return { status: Number.parseInt(status, 10), headers: rest };
}
