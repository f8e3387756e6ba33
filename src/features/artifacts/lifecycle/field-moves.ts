// Which fields of a tracker have a place in another one, and what becomes of their values there: fields of one name and of
// types that go together, values of lists by their labels (reference page 50, section 8).
import { startOfDayMs } from '../../../platform/texts/dates.ts';
import { findOpenValue, findOpenValueByLabel, storeDate } from '../../trackers/index.ts';
import { isBuiltInGroup } from '../../projects/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { isGroupList } from '../artifact/change.ts';

/** Ids of the people that a list of people offers; undefined: everybody. */
export type OfferedUsers = ReadonlyMap<number, ReadonlySet<number> | undefined>;

/** A field with its counterpart. */
export interface FieldMove {
  source: Field;
  target: Field;
  /** The stored value in the other tracker. */
  convert(stored: unknown): unknown;
}

/** Types whose values become each other. */
const kin: Readonly<Record<string, string>> = { string: 'text', text: 'text', int: 'number', float: 'number' };

const bindOf = (field: Field): string | undefined => field.settings.bind?.kind;

/** Links are one thing, whatever the field is called; anything else goes by its name. */
function findTarget(source: Field, target: Definition): Field | undefined {
  const found = target.fields.find((field) =>
    source.type === 'art_link' ? field.type === source.type : field.name === source.name,
  );
  if (found === undefined || bindOf(found) !== bindOf(source)) return undefined;
  return (kin[found.type] ?? found.type) === (kin[source.type] ?? source.type) ? found : undefined;
}

/** Moves of those fields of `source` that fit into `target`. */
export const planMoves = (source: Definition, target: Definition, offered: OfferedUsers): FieldMove[] =>
  source.fields.flatMap((field) => {
    const counterpart = findTarget(field, target);
    if (counterpart === undefined) return [];
    const pair: Pair = { source: field, target: counterpart, from: source, to: target, offered };
    return [{ source: field, target: counterpart, convert: (stored) => convert(stored, pair) }];
  });

interface Pair extends Pick<FieldMove, 'source' | 'target'> {
  from: Definition;
  to: Definition;
  offered: OfferedUsers;
}

function convert(stored: unknown, pair: Pair): unknown {
  switch (pair.source.type) {
    case 'string':
    case 'text':
      return convertText(stored, pair.target);
    case 'int':
    case 'float':
      return typeof stored === 'number' && pair.target.type === 'int' ? Math.trunc(stored) : stored;
    case 'date':
      return convertDate(stored, pair.target);
    case 'perm':
      return isGroupList(stored) ? stored.flatMap((id) => findGroup(id, pair) ?? []) : stored;
    case 'sb':
    case 'rb':
    case 'msb':
    case 'cb':
      return isGroupList(stored) ? stored.flatMap((id) => findChoice(id, pair) ?? []) : stored;
    case 'tbl':
      return convertOpenList(stored, pair);
    default:
      return stored;
  }
}

function convertText(stored: unknown, target: Field): unknown {
  const content =
    typeof stored === 'object' && stored !== null && 'content' in stored ? String(stored.content) : undefined;
  if (target.type === 'text') return typeof stored === 'string' ? { content: stored, format: 'text' } : stored;
  return content === undefined ? stored : content.replace(/[\r\n\0]+/g, ' ');
}

function convertDate(stored: unknown, target: Field): unknown {
  if (typeof stored === 'number') return storeDate(target, stored * 1000);
  return typeof stored === 'string' ? storeDate(target, startOfDayMs(stored)) : stored;
}

function findGroup(id: number, { from, to }: Pair): number | undefined {
  if (isBuiltInGroup(id)) return id;
  const name = from.groupNames.get(id);
  return [...to.groupNames].find(([, other]) => other === name)?.[0];
}

/** The same choice in the other field: a person, a user group, or the value with the same label. */
function findChoice(id: number, pair: Pair): number | undefined {
  const { source, target } = pair;
  if (bindOf(source) === 'users') {
    const offered = pair.offered.get(target.id);
    return offered === undefined || offered.has(id) ? id : undefined;
  }
  const value = source.values.find((candidate) => candidate.id === id);
  if (value === undefined) return undefined;
  if (value.groupId === undefined) return target.values.find(({ label }) => label === value.label)?.id;
  const groupId = findGroup(value.groupId, pair);
  return target.values.find((candidate) => candidate.groupId === groupId)?.id;
}

const isOpenList = (stored: unknown): stored is { bound: number[]; open: number[] } =>
  typeof stored === 'object' &&
  stored !== null &&
  'bound' in stored &&
  'open' in stored &&
  isGroupList(stored.bound) &&
  isGroupList(stored.open);

/** Values that people added are found by their labels too, among those of either sort. */
function convertOpenList(stored: unknown, pair: Pair): unknown {
  if (!isOpenList(stored)) return stored;
  const { source, target } = pair;
  const bound = stored.bound.flatMap((id) => findChoice(id, pair) ?? []);
  const open: number[] = [];
  for (const id of stored.open) {
    const label = findOpenValue(source, id)?.label;
    const ofTarget = label === undefined ? undefined : findOpenValueByLabel(target, label)?.id;
    const fixed = bindOf(target) === 'static' ? target.values.find((value) => value.label === label)?.id : undefined;
    if (ofTarget !== undefined) open.push(ofTarget);
    else if (fixed !== undefined) bound.push(fixed);
  }
  return { bound: [...new Set(bound)], open };
}

const sizeOf = (stored: unknown): number => {
  if (isOpenList(stored)) return stored.bound.length + stored.open.length;
  return Array.isArray(stored) ? stored.length : 0;
};

/** Whether some of a list's values have no counterpart. */
export const isPartial = ({ convert: toOther }: FieldMove, stored: unknown): boolean =>
  sizeOf(toOther(stored)) < sizeOf(stored);
