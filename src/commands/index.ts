// The table of commands, and the way from arguments to one of them and to an exit status.
import { programVersion } from '../features/site/index.ts';
import { DomainError } from '../platform/errors.ts';
import { explainFileFault } from '../platform/file-faults.ts';
import { SettingsError } from '../settings/index.ts';
import { artifactCommands } from './artifact.ts';
import { auditCommand } from './audit.ts';
import { backupCommands } from './backup.ts';
import { CommandExit, print, UsageError, warn } from './command.ts';
import type { Command, Terminal } from './command.ts';
import { configCommands } from './config.ts';
import { cvsHookCommands } from './cvs-hook.ts';
import { delegationCommands } from './delegation.ts';
import { evaluateCommand } from './evaluate.ts';
import { exportCommand } from './export.ts';
import { groupCommands } from './group.ts';
import { describeCommand, describeCommands, usageOf } from './help.ts';
import { importCommand } from './import.ts';
import { initCommand } from './init.ts';
import { jobsCommands } from './jobs.ts';
import { mailCommands } from './mail.ts';
import { mailInCommands } from './mail-in.ts';
import { logrotateConfCommand } from './logrotate-conf.ts';
import { ldapCommands } from './ldap.ts';
import { migrateDatabaseCommand } from './migrate-database.ts';
import { passwordsCommand } from './passwords.ts';
import { projectCommands } from './project.ts';
import { projectCategoryCommands } from './project-category.ts';
import { projectFieldCommand } from './project-field.ts';
import { searchCommands } from './search.ts';
import { serveCommand } from './serve.ts';
import { svnHookCommands } from './svn-hook.ts';
import { trackerCommands } from './tracker.ts';
import { userCommands } from './user.ts';

export { createStopSwitch } from './stop-switch.ts';

/** In the order of `tepal --help`. */
const commands: readonly Command[] = [
  serveCommand,
  initCommand,
  ...userCommands,
  passwordsCommand,
  importCommand,
  exportCommand,
  ...projectCommands,
  ...groupCommands,
  ...trackerCommands,
  ...artifactCommands,
  ...configCommands,
  ...delegationCommands,
  projectFieldCommand,
  ...projectCategoryCommands,
  ...ldapCommands,
  auditCommand,
  ...jobsCommands,
  ...svnHookCommands,
  ...cvsHookCommands,
  ...mailCommands,
  ...mailInCommands,
  ...searchCommands,
  logrotateConfCommand,
  ...backupCommands,
  migrateDatabaseCommand,
  evaluateCommand,
];

const isHelp = (arg: string | undefined): boolean => arg === '--help' || arg === '-h';

/** The commands whose name is, or starts with, the words that the arguments start with. */
function findCommands(args: readonly string[]): { exact: Command | undefined; group: Command[] } {
  const [first = '', second = ''] = args;
  const exact = commands.find(({ name }) => name === first || name === `${first} ${second}`);
  return { exact, group: commands.filter(({ name }) => name.startsWith(`${first} `)) };
}

function refuseUsage(io: Terminal, message: string, usage: string): number {
  warn(io, `tepal: ${message}\n\n${usage}`);
  return 2;
}

async function runCommand(command: Command, args: readonly string[], io: Terminal): Promise<number> {
  const end = args.indexOf('--');
  if ((end === -1 ? args : args.slice(0, end)).some(isHelp)) {
    print(io, describeCommand(command));
    return 0;
  }
  try {
    await command.run(args, io);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      return refuseUsage(io, error.message, `Usage: ${usageOf(command)}`);
    }
    warn(io, `tepal: ${describeFailure(error)}`);
    return error instanceof CommandExit ? error.status : 1;
  }
}

/** One line for refusals and for what the system refuses; the whole stack for a defect. */
function describeFailure(error: unknown): string {
  if (error instanceof DomainError) {
    const message = error.message === '' ? error.kind : error.message;
    return error.path === undefined ? message : `${error.path}: ${message}`;
  }
  if (!(error instanceof Error)) return String(error);
  const fault = explainFileFault(error);
  if (fault !== undefined) return `${fault.message} (${error.message})`;
  const isRefusal = error instanceof SettingsError || error instanceof CommandExit || 'syscall' in error;
  return isRefusal ? error.message : (error.stack ?? error.message);
}

/** Runs what the arguments ask for; gives the exit status: 0 done, 1 refused or failed, 2 wrong usage, others as CommandExit says. */
export async function runCommandLine(args: readonly string[], io: Terminal): Promise<number> {
  const [first] = args;
  if (first === '--version') {
    print(io, programVersion);
    return 0;
  }
  if (isHelp(first) || (first === 'help' && args.length === 1)) {
    print(io, describeCommands(commands));
    return 0;
  }
  if (first === undefined) return refuseUsage(io, 'a command is missing', describeCommands(commands));
  const { exact, group } = findCommands(args);
  if (exact !== undefined) return runCommand(exact, args.slice(exact.name.split(' ').length), io);
  if (group.length > 0 && isHelp(args[1])) {
    print(io, describeCommands(group));
    return 0;
  }
  const words = group.length > 0 ? args.slice(0, 2) : [first];
  return refuseUsage(
    io,
    `there is no command "${words.join(' ')}"`,
    describeCommands(group.length > 0 ? group : commands),
  );
}
