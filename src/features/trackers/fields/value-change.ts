// What changed between two values of a field: what each type says of it, and the sentence that people read.
import { both, says, several } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { shorten } from '../../../platform/texts/shorten.ts';
import { sayDate } from './date/date-words.ts';
import type { DatePrecision } from './date/date-words.ts';

/**
 * `value` was replaced; `items`, `files` and `links` were added and removed; lines of a `text` differ; of `other` only is known that it
 * changed.
 */
export const changeKinds = ['value', 'items', 'files', 'links', 'text', 'other'] as const;

export interface ValueChange {
  readonly kind: (typeof changeKinds)[number];
  /** Plain text; empty for no value. */
  readonly from: string;
  readonly to: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Lines that differ. */
  readonly lines: number;
  /** Of dates, which `from` and `to` have in ISO 8601. */
  readonly date?: DatePrecision;
}

/** An entry of a value of several. */
export interface ChangeItem {
  readonly key: string;
  readonly label: string;
}

/** Characters of a value in a sentence. */
const valueMax = 100;
/** Entries that a sentence names. */
const namedMax = 5;

const nothing = { from: '', to: '', added: [], removed: [], lines: 0 };

/** Something changed of which nothing more is said. */
export const otherChange: ValueChange = { ...nothing, kind: 'other' };

/** undefined where both are the same. */
export const changeOfValue = (from: string, to: string, date?: DatePrecision): ValueChange | undefined =>
  from === to ? undefined : { ...nothing, kind: 'value', from, to, ...(date === undefined ? {} : { date }) };

const labelsWithout = (items: readonly ChangeItem[], others: readonly ChangeItem[]): string[] => {
  const known = new Set(others.map(({ key }) => key));
  return items.filter(({ key }) => !known.has(key)).map(({ label }) => label);
};

const joinLabels = (items: readonly ChangeItem[]): string => items.map(({ label }) => label).join(', ');

/** undefined where nothing was added or removed. */
export function changeOfItems(
  kind: 'items' | 'files' | 'links',
  before: readonly ChangeItem[],
  after: readonly ChangeItem[],
): ValueChange | undefined {
  const [added, removed] = [labelsWithout(after, before), labelsWithout(before, after)];
  return added.length + removed.length === 0
    ? undefined
    : { kind, from: joinLabels(before), to: joinLabels(after), added, removed, lines: 0 };
}

/** Lines of one text that the other one does not have as often. */
function countMissing(lines: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  let missing = 0;
  for (const line of lines) {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    else missing += 1;
  }
  return missing;
}

/** undefined where both are the same. */
export function changeOfText(from: string, to: string): ValueChange | undefined {
  if (from === to) return undefined;
  const [old, now] = [from, to].map((text) => (text === '' ? [] : text.split('\n')));
  const lines = Math.max(countMissing(now ?? [], old ?? []), countMissing(old ?? [], now ?? []));
  return { ...nothing, kind: 'text', from, to, lines };
}

const cut = (text: string): string => shorten(text, valueMax).toWellFormed();

const nameSome = (labels: readonly string[]): Said =>
  several([...labels.slice(0, namedMax).map(cut), ...(labels.length > namedMax ? ['…'] : [])]);

const sayItems = ({ added, removed }: ValueChange): string => {
  const signed = [...added.map((label) => `+ ${cut(label)}`), ...removed.map((label) => `− ${cut(label)}`)];
  return [...signed.slice(0, namedMax), ...(signed.length > namedMax ? ['…'] : [])].join(', ');
};

function sayFiles({ added, removed }: ValueChange): Said {
  const [one = ''] = [...added, ...removed].map(cut);
  const of = {
    added:
      added.length === 1
        ? says('change.file-added')`file added: ${one}`
        : says('change.files-added')`${added.length} files added`,
    removed:
      removed.length === 1
        ? says('change.file-removed')`file removed: ${cut(removed[0] ?? '')}`
        : says('change.files-removed')`${removed.length} files removed`,
  };
  return both([...(added.length > 0 ? [of.added] : []), ...(removed.length > 0 ? [of.removed] : [])]);
}

const sayLinks = ({ added, removed }: ValueChange): Said =>
  both([
    ...(added.length > 0 ? [says('change.linked')`linked ${nameSome(added)}`] : []),
    ...(removed.length > 0 ? [says('change.unlinked')`unlinked ${nameSome(removed)}`] : []),
  ]);

function sayText(label: string, { from, to, lines }: ValueChange): Said {
  if (from === '') return says('change.added')`${label} added`;
  if (to === '') return says('change.removed')`${label} removed`;
  if (lines === 1) return says('change.line')`${label} changed (1 line)`;
  return lines === 0 ? says('change.other')`${label} changed` : says('change.lines')`${label} changed (${lines} lines)`;
}

function sayValue(label: string, { from, to, date }: ValueChange, timeZone: string | undefined): Said {
  const say = (value: string): string | Said =>
    value === '' || date === undefined ? cut(value) : sayDate(value, date, timeZone);
  if (from === '') return says('change.set')`${label}: ${say(to)}`;
  if (to === '') return says('change.emptied')`${label}: ${say(from)} removed`;
  return says('change.value')`${label}: ${say(from)} → ${say(to)}`;
}

/** The change of a field in words, such as `Status: Open → Closed`; moments in the time zone, which is the server's where it is undefined. */
export function sayChange(label: string, change: ValueChange, timeZone?: string): Said {
  const name = cut(label);
  switch (change.kind) {
    case 'value':
      return sayValue(name, change, timeZone);
    case 'items':
      return says('change.items')`${name}: ${sayItems(change)}`;
    case 'files':
      return sayFiles(change);
    case 'links':
      return sayLinks(change);
    case 'text':
      return sayText(name, change);
    case 'other':
      return says('change.other')`${name} changed`;
  }
}
