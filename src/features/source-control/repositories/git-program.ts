// Runs git: with an environment and settings of our own, whatever this machine, its users and repositories say.
import { spawn } from 'node:child_process';
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { DomainError, tooLarge, unavailable } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { createKeptAnswers } from './kept-answers.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { Commit, ObjectFacts } from './git-shapes.ts';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';
import { lowerProgram } from '../../../platform/files/low-priority.ts';

/** Where programs are looked for; the server's own environment is not handed on. */
const programPath = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';

/** What old histories have and fsck calls errors. */
const tolerated = ['badTimezone', 'missingSpaceBeforeDate', 'zeroPaddedFilemode'];

/** How long git waits for the lock of a ref, which others hold for a moment. */
export const lockPatienceMs = 1000;

/** See git-config(1). */
const config: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    tolerated.flatMap((name) => [
      [`fsck.${name}`, 'ignore'],
      [`receive.fsck.${name}`, 'warn'],
    ]),
  ),
  'safe.directory': '*',
  'core.logAllRefUpdates': 'always',
  'core.bigFileThreshold': '16m',
  'core.filesRefLockTimeout': String(lockPatienceMs),
  'core.fsync': 'committed',
  'gc.autoDetach': 'false',
  'http.getanyfile': 'false',
  'http.receivepack': 'true',
  'pack.threads': '1',
  'pack.windowMemory': '64m',
  'receive.fsckObjects': 'true',
  'transfer.hideRefs': 'refs/tlpr',
  'uploadpack.allowFilter': 'true',
  // It would read any object by its hash.
  'uploadpackfilter.sparse:oid.allow': 'false',
};

const environment = {
  LANG: 'C.UTF-8',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
};

function environmentOf(folder: string, more: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries({ ...config, 'core.hooksPath': join(folder, 'hooks') });
  const settings = entries.flatMap(([key, value], index): [string, string][] => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...environment, GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(settings), ...more };
}

export type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** git said no, for a reason that it told or printed. */
export class GitFailure extends Error {}

export interface RunOptions {
  /** Bytes for its standard input. */
  input?: string | Buffer;
  /** Further variables of its environment. */
  variables?: Readonly<Record<string, string>>;
  outputMaxBytes?: number;
  timeoutMs?: number;
  /** Given its output piece by piece, which is not kept then; true ends the program: that was enough. */
  take?(piece: Buffer): boolean;
}

/** What never changes as long as the objects are there: of a commit, and of what is at a path in one. */
interface KeptFacts {
  /** By folder and hash. */
  commits: KeptAnswers<Commit>;
  /** By folder, hash of a commit and path. */
  places: KeptAnswers<ObjectFacts | undefined>;
}

export interface GitProgram {
  /** Folder that holds the repositories, each under the name of its row's folder. */
  folder: string;
  kept: KeptFacts;
  /** What git says to these arguments. Throws GitFailure for another status than 0, too-large for longer output, unavailable without git. */
  run(args: readonly string[], options?: RunOptions): Promise<Buffer>;
  /** The same in a repository. */
  runIn(repository: { folder: string }, args: readonly string[], options?: RunOptions): Promise<Buffer>;
  /** Starts git in a process group of its own; with `hasLine` what it starts can talk to us by its descriptor 3. */
  start(args: readonly string[], variables: Readonly<Record<string, string>>, hasLine?: boolean): GitProcess;
  /** Its version, such as `2.39.5`; undefined where it is not installed, or does not run. */
  findVersion(): Promise<string | undefined>;
}

/** For what reads all of a repository. */
export const wholeTimeoutMs = 6 * 60 * 60 * 1000;
const outputMaxBytesByDefault = 67_108_864;
const runMaxMs = 60_000;
export const processesMax = 16;
const waitingMax = 500;
/** Of each kind of facts. */
const keptMaxBytes = 4_194_304;

export const gitIsMissing = 'git is not installed on this server, or does not run; its log tells more';

/** `path` is where git and what it needs are looked for. */
export function createGitProgram(folder: string, path = programPath): GitProgram {
  const semaphore = createSemaphore({
    parallel: processesMax,
    maxWaiting: waitingMax,
    refuse: () => unavailable(says('code.busy')`too many requests read repositories at once; try again in a moment`),
  });
  const start: GitProgram['start'] = (args, variables, hasLine = false) =>
    startProgram('git', args, environmentOf(folder, { PATH: path, ...variables }), hasLine);
  const run: GitProgram['run'] = (args, { variables = {}, ...options } = {}) =>
    semaphore.run(() => collect(start(args, variables), options, gitWords));
  return {
    folder,
    kept: {
      commits: createKeptAnswers(
        keptMaxBytes,
        ({ message, signature = '' }) => 2 * (message.length + signature.length) + 500,
      ),
      places: createKeptAnswers(keptMaxBytes, () => 300),
    },
    start,
    run,
    runIn: (repository, args, options) => run([`--git-dir=${join(folder, repository.folder)}`, ...args], options),
    async findVersion() {
      try {
        return /\d[\d.]*/.exec((await run(['version'])).toString())?.[0];
      } catch (error) {
        if (error instanceof GitFailure || error instanceof DomainError) return undefined;
        throw error;
      }
    },
  };
}

/** Starts a program in a process group of its own, with nothing but `env` in its environment. Throws unavailable where the system refuses. */
export function startProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  hasLine = false,
): GitProcess {
  const child: ChildProcess = spawn(program, args, {
    env: { ...env },
    detached: true,
    stdio: hasLine ? ['pipe', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'],
  });
  lowerProgram(child);
  if (hasPipes(child)) return child;
  child.on('error', () => undefined);
  throw unavailable(says('code.no-program')`${program} can not be started just now; try again in a moment`);
}

/** Not so where the process may not open so many files. */
const hasPipes = (child: ChildProcess): child is GitProcess =>
  Boolean(child.stdin) && Boolean(child.stdout) && Boolean(child.stderr);

/** Signals a process and all that it started; false where none of them is there any more. */
export function signalGroup({ pid }: GitProcess, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Resolves with its status once it has ended; throws unavailable where there is no such program, with what `missing` says. */
export function waitForExit(child: GitProcess, event: 'exit' | 'close', missing = gitIsMissing): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(unavailable(missing, error)));
    child.once(event, (status) => resolve(status ?? -1));
  });
}

/** Of what git says when it fails; in characters or bytes. */
const failureMax = 2000;

/** What it writes to standard error, cut; to be asked once it has ended. */
export function listenToErrors(child: GitProcess): () => string {
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    if (said.length < failureMax) said += part;
  });
  return () => said.trim().slice(0, failureMax);
}

/** What is said of a program that does not give what it should. */
export interface ProgramWords {
  missing: string;
  tooLarge: string;
  late: string;
  /** Of another status than 0, by what it wrote. */
  explain(said: string): Error;
}

const gitWords: ProgramWords = {
  missing: gitIsMissing,
  tooLarge: 'there is more of this than the server reads at once; clone the repository',
  late: 'reading the repository takes too long; clone it',
  explain: (said) => new GitFailure(said),
};

/** What a program writes to its output. Throws as `words` says. */
export async function collect(
  child: GitProcess,
  {
    input = '',
    outputMaxBytes = outputMaxBytesByDefault,
    timeoutMs = runMaxMs,
    take,
  }: Omit<RunOptions, 'variables'> = {},
  words: ProgramWords,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  let isEnough = false;
  const keep = (chunk: Buffer): void => {
    if (take === undefined) chunks.push(chunk);
    else if (!isEnough && take(chunk)) {
      isEnough = true;
      signalGroup(child, 'SIGKILL');
    }
  };
  const said = listenToErrors(child);
  child.stdout.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes > outputMaxBytes) signalGroup(child, 'SIGKILL');
    else keep(chunk);
  });
  // A program that ends without reading its input says why in its own way.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    signalGroup(child, 'SIGKILL');
  }, timeoutMs);
  try {
    const status = await waitForExit(child, 'close', words.missing);
    if (isEnough) return Buffer.alloc(0);
    if (sizeBytes > outputMaxBytes) throw tooLarge(words.tooLarge);
    if (isLate) throw unavailable(words.late);
    const output = Buffer.concat(chunks);
    if (status === 0) return output;
    const printed = output.toString('utf8', 0, failureMax).trim();
    const all = [said(), printed].filter((text) => text !== '').join('\n');
    throw words.explain(all || `it ended with status ${status}`);
  } finally {
    clearTimeout(timer);
  }
}
