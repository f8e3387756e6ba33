// The texts of --help and of wrong usage, made from the table of commands.
import { sharedFlags } from '../platform/command-line/command.ts';
import type { Command, Flag } from '../platform/command-line/command.ts';
import { formatColumns } from '../platform/command-line/text-table.ts';

function spellFlag(name: string, flag: Flag): string {
  const value = flag.choices?.join('|') ?? flag.placeholder;
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

/** The arguments that are no flags. */
const argumentsOf = ({ operands, more }: Command): readonly string[] =>
  more === undefined ? operands : [...operands, `[${more}...]`];

/** One line: the command with everything it takes but the flags that all commands have. */
export function usageOf(command: Command): string {
  const flags = Object.entries(command.flags).map(([name, flag]) => {
    const spelled = spellFlag(name, flag);
    return flag.isRequired === true ? spelled : `[${spelled}]`;
  });
  return ['tepal', command.name, ...argumentsOf(command), ...flags].join(' ');
}

/** What `tepal <command> --help` prints. */
export function describeCommand(command: Command): string {
  const flags = Object.entries<Flag>({ ...command.flags, ...sharedFlags });
  const rows = flags.map(([name, flag]) => [`  ${spellFlag(name, flag)}`, flag.meaning]);
  return `${usageOf(command)}\n\n${command.summary}\n\n${formatColumns(rows)}`;
}

/** What `tepal --help` prints, and `tepal user --help` for the commands that start with `user`. */
export function describeCommands(commands: readonly Command[]): string {
  const rows = commands.map((command) => [`  ${[command.name, ...argumentsOf(command)].join(' ')}`, command.summary]);
  return [
    'tepal <command> [--data DIR]',
    '',
    formatColumns(rows),
    '',
    'The data folder is ./data, or what the environment variable TEPAL_DATA says.',
    '"tepal <command> --help" tells more, "tepal --version" the version.',
    'Exit status: 0 done, 1 refused or failed, 2 wrong usage.',
  ].join('\n');
}
