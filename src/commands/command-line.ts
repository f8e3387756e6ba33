// The way from arguments to a command and to an exit status.
import { DomainError } from '../platform/errors.ts';
import { explainFileFault } from '../platform/files/file-faults.ts';
import { findNearest } from '../platform/texts/slips.ts';
import { defaultFolder, SettingsError } from '../settings/index.ts';
import { CommandExit, print, UsageError, warn } from '../platform/command-line/command.ts';
import type { Command, Terminal } from '../platform/command-line/command.ts';
import { describeCommand, describeGroup, describeSections, usageOf } from './help.ts';
import type { CommandSection } from './help.ts';

const isHelp = (arg: string | undefined): boolean => arg === '--help' || arg === '-h';

/** The commands whose name is, or starts with, the words that the arguments start with. */
function findCommands(
  commands: readonly Command[],
  args: readonly string[],
): { exact: Command | undefined; group: Command[] } {
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
    await command.run(args, io, defaultFolder());
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      return refuseUsage(io, error.message, `Usage: ${usageOf(command)}`);
    }
    // What ended so has said why itself.
    if (!(error instanceof CommandExit && error.message === '')) warn(io, `tepal: ${describeFailure(error)}`);
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

/** What was typed is no command: the likeliest one, and what there is. */
function refuseUnknown(io: Terminal, sections: readonly CommandSection[], args: readonly string[]): number {
  const [first = ''] = args;
  const commands = listCommands(sections);
  const { group } = findCommands(commands, args);
  const typed = group.length > 0 ? args.slice(0, 2).join(' ') : first;
  const firsts = commands.map(({ name }) => name.split(' ')[0] ?? '');
  const meant = findNearest(typed, group.length > 0 ? group.map(({ name }) => name) : firsts);
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
  const usage = group.length > 0 ? describeGroup(group) : '"tepal --help" lists the commands.';
  return refuseUsage(io, `there is no command "${typed}"${hint}`, usage);
}

const listCommands = (sections: readonly CommandSection[]): Command[] =>
  sections.flatMap(({ topics }) => topics.flatMap(({ commands }) => commands));

/** Runs what the arguments ask for; gives the exit status: 0 done, 1 refused or failed, 2 wrong usage, others as CommandExit says. */
export async function runOneOf(
  sections: readonly CommandSection[],
  args: readonly string[],
  io: Terminal,
): Promise<number> {
  const [first] = args;
  if (first === '--version') {
    // What it takes to load is more than most programs that call tepal need.
    const { programVersion } = await import('../features/site/index.ts');
    print(io, programVersion);
    return 0;
  }
  if (isHelp(first) || (first === 'help' && args.length === 1)) {
    print(io, describeSections(sections));
    return 0;
  }
  if (first === undefined) return refuseUsage(io, 'a command is missing', describeSections(sections));
  const { exact, group } = findCommands(listCommands(sections), args);
  if (exact !== undefined) return runCommand(exact, args.slice(exact.name.split(' ').length), io);
  if (group.length > 0 && isHelp(args[1])) {
    print(io, describeGroup(group));
    return 0;
  }
  return refuseUnknown(io, sections, args);
}
