// What a command of `tepal` is: its name, operands and flags as data, from which parsing, checks and help follow.
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { toAbsolutePath } from '../files/absolute-path.ts';
import type { AbsolutePath } from '../files/absolute-path.ts';

/** Where a command reads and writes; results go to `output`, everything else to `errors`. */
export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable;
  readonly errors: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Resolves when the process is asked to stop; from the call on a stop signal no longer ends it at once. */
  waitForStop(): Promise<void>;
  /**
   * Calls `call` at each hang-up signal, which outside of a terminal no longer ends the process, until the function that
   * it gives is called. Absent where there are no signals.
   */
  onHangUp?(call: () => void): () => void;
}

export interface Flag {
  readonly type: 'string' | 'boolean';
  /** Stands for the value in the usage line; with `choices` these stand there. */
  readonly placeholder?: string;
  readonly choices?: readonly string[];
  readonly isRequired?: boolean;
  readonly meaning: string;
}

type Flags = Readonly<Record<string, Flag>>;

type FlagText<F extends Flag> = F extends { readonly choices: readonly (infer C)[] } ? C : string;

type FlagValue<F extends Flag> = F['type'] extends 'boolean'
  ? boolean | undefined
  : F extends { readonly isRequired: true }
    ? FlagText<F>
    : FlagText<F> | undefined;

type FlagValues<F extends Flags> = { readonly [K in keyof F]: FlagValue<F[K]> };

export interface Command {
  /** One or two words, such as `user add`. */
  readonly name: string;
  readonly operands: readonly string[];
  /** What any number of further arguments are; absent: there are none. */
  readonly more?: string;
  readonly flags: Flags;
  readonly summary: string;
  /** `defaultFolder` is the data folder where no flag names one. Throws UsageError for arguments that are wrong, CommandExit, and what the services throw. */
  run(args: readonly string[], io: Terminal, defaultFolder: AbsolutePath): Promise<void>;
}

/** What a command gets once its arguments are checked. */
interface Input<F extends Flags, N extends string> {
  readonly flags: FlagValues<F>;
  readonly operands: Readonly<Record<N, string>>;
  /** Arguments after the operands, of a command that takes `more`. */
  readonly more: readonly string[];
  /** The data folder. */
  readonly folder: AbsolutePath;
  readonly io: Terminal;
}

interface CommandFacts<F extends Flags, N extends string> {
  readonly name: string;
  readonly operands: readonly N[];
  readonly more?: string;
  readonly flags: F;
  readonly summary: string;
  readonly run: (input: Input<F, N>) => Promise<void>;
}

/** The arguments are wrong; the process ends with status 2 and shows the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command failed in a way that whoever runs it tells by the exit status. */
export class CommandExit extends Error {
  override readonly name = 'CommandExit';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What every command takes. */
export const sharedFlags = {
  data: { type: 'string', placeholder: 'DIR', meaning: 'data folder; default: $TEPAL_DATA, or ./data' },
  help: { type: 'boolean', meaning: 'show this help' },
} as const satisfies Flags;

/** What commands that list take. */
export const listFlags = {
  json: { type: 'boolean', meaning: 'print JSON' },
} as const satisfies Flags;

function checkFlag(name: string, flag: Flag, value: unknown): void {
  if (value === undefined) {
    if (flag.isRequired === true) throw new UsageError(`--${name} is missing`);
  } else if (flag.choices !== undefined && !flag.choices.some((choice) => choice === value)) {
    throw new UsageError(`--${name} can't be ${JSON.stringify(value)}; use one of ${flag.choices.join(', ')}`);
  }
}

function checkFlags<F extends Flags>(values: object, flags: F): asserts values is FlagValues<F> {
  const given = new Map(Object.entries(values));
  for (const [name, flag] of Object.entries(flags)) checkFlag(name, flag, given.get(name));
}

function checkOperands<N extends string>(values: object, names: readonly N[]): asserts values is Record<N, string> {
  const given = new Map<string, unknown>(Object.entries(values));
  const missing = names.find((name) => given.get(name) === undefined);
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
}

function parse(args: readonly string[], flags: Flags): { values: { data?: unknown }; positionals: string[] } {
  const options = Object.fromEntries(Object.entries(flags).map(([name, { type }]) => [name, { type }]));
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** A command of the table in commands/index.ts. A boolean flag `x` has its opposite `no-x`. */
export function defineCommand<const F extends Flags, const N extends string>(facts: CommandFacts<F, N>): Command {
  const { name, operands, flags, summary, more } = facts;
  return {
    ...(more === undefined ? {} : { more }),
    name,
    operands,
    flags,
    summary,
    async run(args, io, defaultFolder) {
      const { values, positionals } = parse(args, { ...flags, ...sharedFlags });
      checkFlags(values, flags);
      const extra = positionals.slice(operands.length);
      if (extra[0] !== undefined && more === undefined)
        throw new UsageError(`${JSON.stringify(extra[0])} is one argument too many`);
      const named = Object.fromEntries(operands.map((operand, position) => [operand, positionals[position]]));
      checkOperands(named, operands);
      if (values.data === '') throw new UsageError('--data is empty');
      const folder = typeof values.data === 'string' ? toAbsolutePath(values.data) : defaultFolder;
      await facts.run({ flags: values, operands: named, more: extra, folder, io });
    },
  };
}

/** Opens the data folder of a command, gives what is there to `work`, and closes it again. */
export type WithFolder<App> = <R>(folder: AbsolutePath, io: Terminal, work: (app: App) => Promise<R>) => Promise<R>;

/** One line on standard output. */
export const print = (io: Terminal, line: string): void => void io.output.write(`${line}\n`);

/** One line on standard error. */
export const warn = (io: Terminal, line: string): void => void io.errors.write(`${line}\n`);
