// Runs git: with an environment and settings of our own, whatever this machine, its users and repositories say.
import { join } from 'node:path';
import type { AbsolutePath } from '../../../platform/files/absolute-path.ts';
import { explainSaidFault } from '../../../platform/files/file-faults.ts';
import { DomainError, tooLarge, unavailable } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { createObjectCache } from './object-cache.ts';
import type { ObjectCache } from './object-cache.ts';
import type { Commit, ObjectFacts } from './git-shapes.ts';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';
import { collect } from '../../../platform/programs/collect.ts';
import type { CollectOptions, ProgramWords } from '../../../platform/programs/collect.ts';
import { startApart, StartError } from '../../../platform/programs/starter.ts';
import type { StartedProgram } from '../../../platform/programs/starter.ts';

/** Where programs are looked for; the server's own environment is not handed on. */
const programPath = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';

/** What old histories have and fsck calls errors. */
const tolerated = ['badTimezone', 'missingSpaceBeforeDate', 'zeroPaddedFilemode'];

/** How long git waits for the lock of a ref, which others hold for a moment. */
export const lockWaitMs = 1000;

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
  'core.filesRefLockTimeout': String(lockWaitMs),
  'core.fsync': 'committed',
  'gc.autoDetach': 'false',
  'http.getanyfile': 'false',
  'http.receivepack': 'true',
  'pack.threads': '1',
  'pack.windowMemory': '64m',
  'receive.advertisePushOptions': 'true',
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

function environmentOf(folder: AbsolutePath, more: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries({ ...config, 'core.hooksPath': join(folder, 'hooks') });
  const settings = entries.flatMap(([key, value], index): [string, string][] => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...environment, GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(settings), ...more };
}

/** git said no, for a reason that it told or printed. */
export class GitFailure extends Error {}

export interface RunOptions extends CollectOptions {
  /** Further variables of its environment. */
  variables?: Readonly<Record<string, string>>;
}

/** What never changes as long as the objects are there: of a commit, and of what is at a path in one. */
interface CachedFacts {
  /** By folder and hash. */
  commits: ObjectCache<Commit>;
  /** By folder, hash of a commit and path. */
  places: ObjectCache<{ facts: ObjectFacts | undefined }>;
}

export interface GitProgram {
  /** Folder that holds the repositories, each under the name of its row's folder. */
  folder: AbsolutePath;
  cached: CachedFacts;
  /** What git says to these arguments. Throws GitFailure for another status than 0, too-large for longer output, unavailable without git or where nothing can be written. */
  run(args: readonly string[], options?: RunOptions): Promise<Buffer>;
  /** The same in a repository. */
  runIn(repository: { folder: string }, args: readonly string[], options?: RunOptions): Promise<Buffer>;
  /** Starts git; with `hasLine` what it starts can talk to us by its descriptor 3. Throws unavailable where it can not be started. */
  start(
    args: readonly string[],
    variables: Readonly<Record<string, string>>,
    hasLine?: boolean,
  ): Promise<StartedProgram>;
  /** Its version, such as `2.39.5`; undefined where it is not installed, or does not run. */
  findVersion(): Promise<string | undefined>;
}

/** For what reads all of a repository. */
export const wholeTimeoutMs = 6 * 60 * 60 * 1000;
/** Processes of git that read for one process of the server; more wait. */
export const processesMax = 16;
/** Reads that wait for such a process; more are answered 503. */
const waitingMax = 500;

export const gitIsMissing = 'git is not installed on this server, or does not run; its log tells more';

/** Of the memory of a program: what it may ask for at once, and have where it reads for a page. */
const atOncePart = 0.25;
const readingPart = 0.5;
const usualMemoryBytes = 1_073_741_824;

/** `path` is where git and what it needs are looked for. */
export function createGitProgram(
  folder: AbsolutePath,
  { path = programPath, memoryMaxBytes = usualMemoryBytes }: { path?: string; memoryMaxBytes?: number } = {},
): GitProgram {
  const semaphore = createSemaphore({
    parallel: processesMax,
    maxWaiting: waitingMax,
    refuse: () => unavailable(says('code.busy')`the server is reading too many repositories; try again in a moment`),
  });
  const startWith = (
    args: readonly string[],
    variables: Readonly<Record<string, string>>,
    memory: number,
    hasLine = false,
  ): Promise<StartedProgram> => {
    const env = { PATH: path, GIT_ALLOC_LIMIT: String(Math.floor(memory * atOncePart)), ...variables };
    return startProgram('git', args, environmentOf(folder, env), gitIsMissing, { hasLine, memoryMaxBytes: memory });
  };
  const start: GitProgram['start'] = (args, variables, hasLine) => startWith(args, variables, memoryMaxBytes, hasLine);
  const run: GitProgram['run'] = (args, { variables = {}, ...options } = {}) => {
    // What may read all of a repository takes as long as it must.
    const memory = options.timeoutMs === undefined ? memoryMaxBytes * readingPart : memoryMaxBytes;
    return semaphore.run(async () => collect(await startWith(args, variables, memory), options, gitWords));
  };
  return {
    folder,
    cached: {
      commits: createObjectCache({
        name: 'git_commits',
        maxBytes: 4_194_304,
        sizeOf: ({ message, signature = '' }) => 2 * (message.length + signature.length) + 500,
      }),
      places: createObjectCache({ name: 'git_places', maxBytes: 4_194_304, sizeOf: () => 300 }),
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

/** What the system says of a program that is not there. */
const absences = new Set(['ENOENT', 'EACCES', 'ENOEXEC']);

/** Starts a program, with nothing but `env` in its environment. Throws unavailable: with what `missing` says where there is none. */
export async function startProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  missing: string,
  more: { hasLine?: boolean; memoryMaxBytes?: number } = {},
): Promise<StartedProgram> {
  try {
    return await startApart({ program, args: [...args], env: { ...env }, ...more });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const isMissing = absences.has(error.message);
    const why = says('code.no-program')`${program} can't be started right now; try again in a moment`;
    throw unavailable(isMissing ? missing : why, error);
  }
}

/** What git says where it may not have the memory that it asks for. */
const wantsMemory = /\bout of memory\b|over limit \d+|\bmmap failed\b|cannot allocate memory/i;

const gitWords: ProgramWords = {
  tooLarge: () => tooLarge(says('code.too-large')`this is too large to show; clone the repository`),
  late: () => unavailable(says('code.too-long')`reading the repository takes too long; clone it`),
  explain: (said) => (wantsMemory.test(said) ? gitWords.tooLarge() : (explainSaidFault(said) ?? new GitFailure(said))),
};
