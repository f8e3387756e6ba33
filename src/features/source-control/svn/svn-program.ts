// Reads Subversion repositories for people, by Subversion's own programs with bounds. Where a repository has rules of access,
// svnserve reads for the program `svn` in the name of who asks, so that the rules mean here what they mean there.
import { rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';
import { notFound, tooLarge, unavailable } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { partialName } from '../../../platform/files/unfinished.ts';
import { GitFailure, startProgram } from '../repositories/git-program.ts';
import { collect } from '../../../platform/programs/collect.ts';
import type { StartedProgram } from '../../../platform/programs/starter.ts';
import type { RunOptions } from '../repositories/git-program.ts';
import { withoutAdded } from './access-rules.ts';
import { accessFileOf, readIfThere } from './svn-folder.ts';

/** A repository as somebody reads it. */
export interface SvnReading {
  /** Of the repository on this machine. */
  folder: string;
  /** Of the repository, for the program `svn`. */
  url: string;
  variables: Readonly<Record<string, string>>;
}

export interface SvnProgram {
  /** `username` is undefined for nobody. */
  open(folder: string, username: string | undefined): Promise<SvnReading>;
  /**
   * What `svn` says. Throws notFound for what is not there or the rules of access keep from the reader, too-large for longer
   * output than is read at once, unavailable where Subversion fails or takes too long.
   */
  read(reading: SvnReading, args: readonly string[], options?: RunOptions): Promise<Buffer>;
  /** What `svnlook` says, which knows no rules. Throws as `read`. */
  look(args: readonly string[], options?: RunOptions): Promise<Buffer>;
  /** Starts `svnlook`. */
  startLook(args: readonly string[]): Promise<StartedProgram>;
}

/** Processes of Subversion that read for one process of the server; more wait. */
const processesMax = 16;
/** Reads that wait for such a process; more are answered 503. */
const waitingMax = 500;

/** Of programs of Subversion: nothing else. */
export const svnEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  LC_ALL: 'C.UTF-8',
  HOME: '/nonexistent',
};

/** `authz-db` is beside the file. */
const serverConfig = `# Tepal reads with this, and writes it anew.
[general]
anon-access = read
auth-access = read
authz-db = authz
`;
const serverConfigName = 'tepal-svnserve.conf';

const served = '-r "$TEPAL_SVN_ROOT" --config-file "$TEPAL_SVN_CONFIG"';
/** What svn adds to a tunnel's command becomes arguments that the shell does not use. */
const tunnels = {
  known: `sh -c 'exec svnserve -t --tunnel-user="$TEPAL_SVN_USER" ${served}'`,
  unknown: `sh -c 'exec svnserve -i ${served}'`,
};
const quiet = [
  '--non-interactive',
  '--no-auth-cache',
  ...Object.entries(tunnels).flatMap(([name, command]) => [
    '--config-option',
    `config:tunnels:tepal-${name}=${command}`,
  ]),
];

/** Whether rules of access that people wrote say anything about any path, as `[/trunk]` and `[web:/trunk]` do. */
const hasRules = (accessFile: string): boolean => accessFile.split('\n').some((line) => /^\s*\[.*\//.test(line));

/** What Subversion says of paths and revisions that are not there, or not for the reader. */
const absences = /\b[EW](?:160005|160006|160013|170001|195012|200009|220000|220001): /;

const explain = (said: string): Error =>
  absences.test(said)
    ? notFound(says('svn.nothing-there')`this path does not exist in this revision, or you don't have access to it`)
    : unavailable(
        says('svn.fails')`Subversion does not work on the server; contact its administrator`,
        new GitFailure(said),
      );

export const svnIsMissing = 'Subversion is not installed on this server, or does not run; its log tells more';

const words = {
  tooLarge: () => tooLarge(says('svn.too-large')`this is too large to show; use a Subversion client`),
  late: () => unavailable(says('svn.too-long')`reading the repository takes too long; use a Subversion client`),
  explain,
};

export function createSvnProgram(): SvnProgram {
  const semaphore = createSemaphore({
    parallel: processesMax,
    maxWaiting: waitingMax,
    refuse: () => unavailable(says('code.busy')`the server is reading too many repositories; try again in a moment`),
  });
  const start = (
    program: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>>,
  ): Promise<StartedProgram> => startProgram(program, args, { ...svnEnvironment, ...variables }, svnIsMissing);
  return {
    open,
    read: ({ variables }, args, options) =>
      semaphore.run(async () => collect(await start('svn', [...args, ...quiet], variables), options, words)),
    look: (args, options) => semaphore.run(async () => collect(await start('svnlook', args, {}), options, words)),
    startLook: (args) => start('svnlook', args, {}),
  };
}

async function open(folder: string, username: string | undefined): Promise<SvnReading> {
  if (!hasRules(withoutAdded(await readIfThere(accessFileOf(folder)))))
    return { folder, url: pathToFileURL(folder).href, variables: {} };
  const config = join(folder, 'conf', serverConfigName);
  if ((await readIfThere(config)) !== serverConfig) {
    // Never seen in part: without its last line there would be no rules.
    const fresh = partialName(config);
    await writeFile(fresh, serverConfig);
    await rename(fresh, config);
  }
  return {
    folder,
    url: `svn+tepal-${username === undefined ? 'unknown' : 'known'}://here/${encodeURIComponent(basename(folder))}`,
    variables: { TEPAL_SVN_USER: username ?? '', TEPAL_SVN_ROOT: dirname(folder), TEPAL_SVN_CONFIG: config },
  };
}
