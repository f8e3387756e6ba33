// The real git, as people run it: nothing of this machine's settings, no questions, credentials in the address.
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { signalGroup, startApart } from '../../src/platform/programs/starter.ts';

const places = ['/usr/bin/git', '/usr/local/bin/git', '/opt/homebrew/bin/git'];

/** Why tests with git are skipped; false where they are not, or must not be. */
export const skipGit =
  places.some((place) => existsSync(place)) || process.env['TEPAL_REQUIRE_ALL'] === '1' ? false : 'git is missing';

/** The same with git-lfs. */
export const skipLfs =
  skipGit ||
  (existsSync('/usr/bin/git-lfs') || process.env['TEPAL_REQUIRE_ALL'] === '1' ? false : '/usr/bin/git-lfs is missing');

export interface GitRun {
  status: number;
  /** What it printed, to either side. */
  text: string;
}

const environment = {
  PATH: '/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Ada Author',
  GIT_AUTHOR_EMAIL: 'ana@example.org',
  GIT_COMMITTER_NAME: 'Ada Author',
  GIT_COMMITTER_EMAIL: 'ana@example.org',
  NO_PROXY: '*',
};

/** Runs git, whatever comes of it; `signal` ends it. */
export async function tryGit(folder: string, args: readonly string[], signal?: AbortSignal): Promise<GitRun> {
  const child = await startApart({
    program: 'git',
    args: ['-C', folder, '-c', 'init.defaultBranch=main', ...args],
    env: environment,
  });
  child.stdin.end();
  const end = (): void => void signalGroup(child, 'SIGTERM');
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted === true) end();
  const [output, errors, { status }] = await Promise.all([text(child.stdout), text(child.stderr), child.closed]);
  signal?.removeEventListener('abort', end);
  return { status: status === 0 ? 0 : 1, text: `${output}${errors}` };
}

/** Runs git, which must succeed; gives what it printed. */
export async function runGit(folder: string, ...args: readonly string[]): Promise<string> {
  const { status, text } = await tryGit(folder, args);
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${text}`);
  return text;
}
