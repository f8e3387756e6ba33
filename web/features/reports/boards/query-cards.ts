// Artifacts that a query finds as cards of a board, whatever their trackers: columns are values of one list by their labels, because
// each tracker has values of its own. Pure.
import { isRecord, listIn, numberIn, textIn } from '../../../platform/parse-unknown.ts';
import { valuesOf } from '../../../platform/lists/list-values.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import type { Card, Column } from '../../../ui/board/board-rules.ts';
import { chosenIn, exchangeValue, semanticField, wallFields } from '../chart-fields.ts';
import { readCell } from '../query-cells.ts';
import type { Tracker } from '../report-types.ts';

/** Cards that a board shows at most. */
export const queryCardsMax = 500;

/** The column of those without a value; no label is empty. */
export const noneColumn = '';

/** Lists that every tracker knows by what they mean, before the short names of fields. */
export const meanings = ['@status', '@assigned_to'] as const;

type Field = Pick<Tracker['fields'][number], 'field_id' | 'name' | 'label' | 'type' | 'values'>;

/** What a board looks at in a tracker. */
export interface Definition {
  fields: readonly Field[];
  semantics: Tracker['semantics'];
}

/** Visible values of a list. */
const valuesIn = (field: Field) => valuesOf(field).filter(({ id }) => id !== 100);

/** What stands in a cell of a list, in the words of its values. */
function labelsOf(type: string, value: unknown): readonly { label: string; colour: string | null }[] {
  const cell = readCell(type, value);
  if (cell.kind === 'labels') return cell.labels.filter(({ label }) => label !== '');
  return cell.kind === 'people' ? cell.people.map(({ name }) => ({ label: writeName(name), colour: null })) : [];
}

/** What the query is ordered by; undefined where it does not say. */
function orderOf(text: string): { name: string; isDescending: boolean } | undefined {
  const [, name, direction = ''] = /\sorder\s+by\s+([@\w.-]+)\s+(asc|desc)\w*\s*$/i.exec(text) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), isDescending: /^d/i.test(direction) };
}

/** Whether its cards stand in the order that all boards share and people change, and not in one that the query asks for. */
export const isInOrderOfAll = (text: string): boolean => {
  const order = orderOf(text);
  return order === undefined || (order.name === '@rank' && !order.isDescending);
};

/** The query with what a board needs as its columns and its order; undefined for a text that is no query, which the server says. */
export const boardText = (text: string, by: string): string | undefined => {
  const [, rest] = /^\s*select\s[\s\S]*?\sfrom\b([\s\S]*)$/i.exec(text) ?? [];
  const names = new Set(['@pretty_title', '@tracker.name', '@assigned_to', by]);
  const order = orderOf(text) === undefined ? ' ORDER BY @rank ASC' : '';
  return rest === undefined ? undefined : `SELECT ${[...names].join(', ')} FROM${rest.trimEnd()}${order}`;
};

/** The list of a tracker that a name means there; undefined where it has none. */
export function listNamed({ fields, semantics }: Definition, by: string): Field | undefined {
  const lists = wallFields({ fields });
  if (by === '@status' || by === '@assigned_to') {
    const id = semanticField({ semantics }, by === '@status' ? 'status' : 'contributor');
    return lists.find(({ field_id: fieldId }) => fieldId === id);
  }
  return lists.find(({ name }) => name === by);
}

/** What a board of these trackers can be divided by: what lists mean, then each short name once, with the label of its first field. */
export function groupings(trackers: readonly Definition[]): { id: string; label: string }[] {
  const named = new Map<string, string>();
  for (const { name, label } of trackers.flatMap((tracker) => wallFields(tracker)))
    if (!named.has(name)) named.set(name, label);
  return [...named].map(([id, label]) => ({ id, label }));
}

export interface FoundCard extends Card {
  /** Of its tracker in its project, so that one of them tells of all. */
  kind: string;
  trackerLabel: string;
}

type Row = Readonly<Record<string, unknown>>;

interface Content {
  artifacts: readonly Row[];
  selected: readonly { name: string; type: string }[];
}

/** One card for each artifact, in the column of the first label that it has. */
export function cardsOf({ artifacts, selected }: Content, by: string, untitled: string): FoundCard[] {
  const type = selected.find(({ name }) => name === by)?.type ?? '';
  return artifacts.map((row): FoundCard => {
    const title = row['@pretty_title'];
    const id = numberIn(row['@artifact'], 'id') ?? numberIn(title, 'artifact_id') ?? 0;
    const tracker = textIn(title, 'tracker_name') ?? '';
    const trackerLabel = textIn(row['@tracker.name'], 'name') ?? '';
    const people = readCell('list_user', row['@assigned_to']);
    return {
      id,
      kind: `${tracker} ${trackerLabel}`,
      trackerLabel,
      columnId: labelsOf(type, row[by])[0]?.label ?? noneColumn,
      title: textIn(title, 'title') === '' ? untitled : (textIn(title, 'title') ?? untitled),
      name: `${tracker} #${id}`,
      href: `/artifacts/${id}`,
      colour: textIn(title, 'color') ?? null,
      people:
        people.kind === 'people'
          ? people.people.flatMap(({ name, picture }, index) =>
              picture === undefined ? [] : { id: index, display_name: name, avatar_url: picture },
            )
          : [],
    };
  });
}

/** Whether no tracker has this label as an open one, and one of them as a closed one. */
function isClosedLabel(trackers: readonly Definition[], label: string): boolean {
  const meanings = trackers.flatMap((tracker) => {
    const field = listNamed(tracker, '@status');
    const open = new Set(listIn(tracker.semantics['status'], 'value_ids'));
    return field === undefined
      ? []
      : valuesIn(field).flatMap((value) => (value.label === label ? open.size === 0 || open.has(value.id) : []));
  });
  return meanings.length > 0 && meanings.every((isOpen) => !isOpen);
}

/**
 * A column for each label that a tracker offers, in the order of its list, then for those that cards alone know; first those without.
 * Those of a closed status are the last.
 */
export function columnsOf(trackers: readonly Definition[], by: string, content: Content, none: string): Column[] {
  const all: Column[] = [];
  const placeOf = (label: string): number => all.findIndex(({ id }) => id === label);
  /** Behind the one before it in its list, else before the next one that is there already. */
  const add = (list: readonly { label: string; colour: string | null }[]): void => {
    for (const [at, { label, colour }] of list.entries()) {
      if (placeOf(label) >= 0) continue;
      const next = list.slice(at + 1).find((later) => placeOf(later.label) >= 0);
      const before = next === undefined ? all.length : placeOf(next.label);
      all.splice(at > 0 ? placeOf(list[at - 1]?.label ?? '') + 1 : before, 0, { id: label, label, colour });
    }
  };
  for (const tracker of trackers) {
    const field = listNamed(tracker, by);
    if (field !== undefined) add(valuesIn(field));
  }
  const type = content.selected.find(({ name }) => name === by)?.type ?? '';
  for (const row of content.artifacts) for (const value of labelsOf(type, row[by])) add([value]);
  const closed = new Set(by === '@status' ? all.filter(({ label }) => isClosedLabel(trackers, label)) : []);
  return [{ id: noneColumn, label: none, colour: null }, ...all.filter((column) => !closed.has(column)), ...closed];
}

/** The columns that cards of a tracker can go to, by its list; none where it has no such list. */
export function goalsIn(tracker: Definition, by: string): ReadonlySet<string> {
  const field = listNamed(tracker, by);
  return new Set(field === undefined ? [] : [noneColumn, ...valuesIn(field).map(({ label }) => label)]);
}

export type ValueMove =
  | { kind: 'move'; fieldId: number; valueIds: number[] }
  /** It is not where it was seen. */
  | { kind: 'moved-meanwhile' }
  /** Its tracker has no such list, or no such value in it. */
  | { kind: 'no-value' };

/** What an artifact becomes that goes from one column to another. */
export function planMove(
  artifact: { tracker: unknown; values: readonly unknown[] | null },
  tracker: Definition,
  by: string,
  { from, to }: { from: string; to: string },
): ValueMove {
  const field = listNamed(tracker, by);
  const values = field === undefined ? [] : valuesIn(field);
  const idOf = (label: string): number | undefined => values.find((value) => value.label === label)?.id;
  if (field === undefined || (to !== noneColumn && idOf(to) === undefined)) return { kind: 'no-value' };
  const now = chosenIn(artifact.values, field.field_id);
  const before = from === noneColumn ? undefined : idOf(from);
  if (before === undefined ? now.length > 0 : !now.includes(before)) return { kind: 'moved-meanwhile' };
  const after = to === noneColumn ? undefined : idOf(to);
  return { kind: 'move', fieldId: field.field_id, valueIds: exchangeValue(now, before, after) };
}

/** The tracker of an artifact as its answer has it, whole. */
export const isDefinition = (tracker: unknown): tracker is Tracker =>
  isRecord(tracker) && Array.isArray(tracker['fields']) && isRecord(tracker['semantics']);
