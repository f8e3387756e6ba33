// How a setting is declared: one call per setting gives its type, default, limits and meaning.
// A declaration is data plus one pure reader of text; it knows neither files nor the environment.

import { textOf } from '../platform/texts/said.ts';
import type { Said } from '../platform/texts/said.ts';
import { isAbsolutePath } from '../platform/files/absolute-path.ts';
import type { AbsolutePath } from '../platform/files/absolute-path.ts';

export type SettingValue = boolean | number | string | readonly string[];

/** What settings are about, in the order in which pages show them. */
export const settingGroups = [
  'look',
  'accounts',
  'projects',
  'search',
  'files',
  'mail',
  'directory',
  'programs',
  'server',
  'database',
  'watching',
] as const;

export type SettingGroup = (typeof settingGroups)[number];

export const settingKinds = ['flag', 'integer', 'text', 'choice', 'list'] as const;

export interface Declaration<T extends SettingValue> {
  readonly kind: (typeof settingKinds)[number];
  readonly group: SettingGroup;
  readonly default: T;
  /** Completes the sentence "allowed: ...". */
  readonly allowed: string;
  /** Every value there is, as text, where they can be listed; empty where they can't. */
  readonly choices: readonly string[];
  /** Such as `days` or `bytes`; empty where a value has no unit. */
  readonly unit: string;
  readonly since: string;
  /** True where `tepal config set` takes effect while the server runs. */
  readonly live: boolean;
  /**
   * True where only the files and the environment set it, because a wrong value would keep the server from starting or
   * lead it to other data.
   */
  readonly onMachine: boolean;
  readonly meaning: string;
  /** True where the value must not be printed or logged. */
  readonly secret: boolean;
  /** The value that `text` spells, or undefined where it is not allowed. */
  readonly parse: (text: string) => T | undefined;
}

interface Facts<T> {
  group: SettingGroup;
  default: T;
  since: string;
  live: boolean;
  onMachine?: boolean;
  meaning: string;
  secret?: boolean;
}

/** A setting is wrong or can't be read; the message says where and what is allowed, and never holds a secret value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  /** The message, with its name where it has one. */
  readonly sentence: string | Said;

  constructor(sentence: string | Said, options?: ErrorOptions) {
    super(textOf(sentence), options);
    this.sentence = sentence;
  }
}

const commonFacts = <T>({
  group,
  default: value,
  since,
  live,
  onMachine = false,
  meaning,
  secret = false,
}: Facts<T>) => ({
  group,
  choices: [],
  default: value,
  since,
  live,
  onMachine,
  meaning,
  secret,
});

/** On or off, spelled 1 or 0. */
export const flag = (facts: Facts<boolean>): Declaration<boolean> => ({
  kind: 'flag',
  ...commonFacts(facts),
  allowed: '0 or 1',
  choices: ['0', '1'],
  unit: '',
  parse: (text) => (text === '1' ? true : text === '0' ? false : undefined),
});

/** A whole number from `min` to `max`, both included, spelled in decimal without leading zeros. */
export const integer = (
  facts: Facts<number> & {
    min: number;
    max: number;
    unit: string;
    /** Says what a special number means. */ note?: string;
  },
): Declaration<number> => {
  const range = `a whole number from ${facts.min} to ${facts.max}`;
  return {
    kind: 'integer',
    ...commonFacts(facts),
    allowed: facts.note === undefined ? range : `${range} (${facts.note})`,
    unit: facts.unit,
    parse: (text) => {
      if (!/^(?:0|-?[1-9]\d*)$/.test(text)) return undefined;
      const value = Number(text);
      return value >= facts.min && value <= facts.max ? value : undefined;
    },
  };
};

/** Free text without control characters, for which `accepts` holds; `allowed` describes the same in words. */
export const text = (
  facts: Facts<string> & { allowed: string; accepts: (text: string) => boolean },
): Declaration<string> => ({
  kind: 'text',
  ...commonFacts(facts),
  allowed: facts.allowed,
  unit: '',
  parse: (value) => (!/\p{Cc}/u.test(value) && facts.accepts(value) ? value : undefined),
});

/** A file or folder by its absolute path; empty only where the default is. `allowed` describes the same in words. */
export const path = (facts: Facts<AbsolutePath | ''> & { allowed: string }): Declaration<AbsolutePath | ''> => ({
  kind: 'text',
  ...commonFacts(facts),
  allowed: facts.allowed,
  unit: '',
  parse: (value) => {
    if (value === '') return facts.default === '' ? '' : undefined;
    return !/\p{Cc}/u.test(value) && isAbsolutePath(value) ? value : undefined;
  },
});

/** One of the listed values, spelled exactly so. */
export const choice = <const C extends string | number>(
  facts: Facts<NoInfer<C>> & { choices: readonly [C, C, ...C[]] },
): Declaration<C> => ({
  kind: 'choice',
  ...commonFacts(facts),
  choices: facts.choices.map(String),
  allowed: `${facts.choices.slice(0, -1).join(', ')} or ${facts.choices.at(-1)}`,
  unit: '',
  parse: (value) => facts.choices.find((one) => String(one) === value),
});

/** Items separated by commas, blanks around them ignored; empty text is the empty list. `accepts` judges one item. */
export const list = (
  facts: Facts<readonly string[]> & { allowed: string; accepts: (item: string) => boolean },
): Declaration<readonly string[]> => ({
  kind: 'list',
  ...commonFacts(facts),
  allowed: facts.allowed,
  unit: '',
  parse: (value) => {
    if (value.trim() === '') return Object.freeze([]);
    const items = value.split(',').map((item) => item.trim());
    return items.every(facts.accepts) ? Object.freeze(items) : undefined;
  },
});

/** The text that `parse` reads back as the same value. */
export function formatValue(value: SettingValue): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'object') return value.join(', ');
  return String(value);
}

/** The text to print for a value: as `formatValue`, with a secret that is not empty replaced by stars. */
export function showValue(declaration: Declaration<SettingValue>, value: SettingValue): string {
  const shown = formatValue(value);
  return declaration.secret && shown !== '' ? '********' : shown;
}
