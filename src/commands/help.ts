// The texts of --help and of wrong usage, made from the table of commands, for terminals of 80 columns.
import { sharedFlags } from '../platform/command-line/command.ts';
import type { Command, Flag } from '../platform/command-line/command.ts';
import { terminalWidth, wrapWords } from '../platform/command-line/text-table.ts';

/** Commands that the overview names in one line. */
export interface CommandTopic {
  /** What they are for, in a few words. */
  readonly about: string;
  readonly commands: readonly Command[];
}

export interface CommandSection {
  readonly title: string;
  readonly topics: readonly CommandTopic[];
}

function spellFlag(name: string, flag: Flag): string {
  const value = flag.choices?.join('|') ?? flag.placeholder;
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

/** The arguments that are no flags. */
const argumentsOf = ({ operands, more }: Command): readonly string[] =>
  more === undefined ? operands : [...operands, `[${more}...]`];

/** The command with everything it takes but the flags that all commands have. */
export function usageOf(command: Command): string {
  const flags = Object.entries(command.flags).map(([name, flag]) => {
    const spelled = spellFlag(name, flag);
    return flag.isRequired === true ? spelled : `[${spelled}]`;
  });
  return ['tepal', command.name, ...argumentsOf(command), ...flags].join(' ');
}

/** Each entry with its explanation below it. */
const explain = (rows: readonly (readonly [entry: string, meaning: string])[]): string =>
  rows.map(([entry, meaning]) => `  ${entry}\n${wrapWords(meaning, '      ')}`).join('\n');

/** What `tepal <command> --help` prints. */
export function describeCommand(command: Command): string {
  const flags = Object.entries<Flag>({ ...command.flags, ...sharedFlags });
  const rows = flags.map(([name, flag]): [string, string] => [spellFlag(name, flag), flag.meaning]);
  const usage = wrapWords(usageOf(command), '    ').trimStart();
  return `${usage}\n\n${wrapWords(command.summary)}\n\n${explain(rows)}`;
}

/** What `tepal user --help` prints: the commands that start with `user`. */
export function describeGroup(commands: readonly Command[]): string {
  return explain(commands.map((command) => [[command.name, ...argumentsOf(command)].join(' '), command.summary]));
}

/** What `tepal --help` prints: a line for each topic, with the second words of its commands where there is room. */
export function describeSections(sections: readonly CommandSection[]): string {
  const topics = sections.flatMap((section) => section.topics);
  const width = 2 + Math.max(...topics.map((topic) => firstWords(topic).length));
  const describe = (topic: CommandTopic): string => {
    const line = `  ${firstWords(topic).padEnd(width)}${topic.about}`;
    const seconds = topic.commands.flatMap(({ name }) => name.split(' ')[1] ?? []).join(', ');
    return seconds === '' || line.length + seconds.length + 2 > terminalWidth ? line : `${line}: ${seconds}`;
  };
  return [
    'tepal <command> [--data DIR]',
    ...sections.flatMap((section) => ['', section.title, ...section.topics.map(describe)]),
    '',
    'The data folder is ./data, or the value of the environment variable TEPAL_DATA.',
    'Use "tepal <command> --help" for details, "tepal --version" for the version.',
    'Exit status: 0 success, 1 failure, 2 wrong usage.',
  ].join('\n');
}

const firstWords = ({ commands }: CommandTopic): string =>
  [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))].join(', ');
