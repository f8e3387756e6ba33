// What a cell of a report's table says. Pure.
import { groupNameIn } from '../../../platform/names/group-names.ts';
import { isRecord, listIn, numberIn, textIn } from '../../../platform/parse-unknown.ts';
import { isNobody, personNameIn } from '../../../platform/names/person-names.ts';
import type { Column } from '../report-state.ts';
import { fieldIs } from '../../fields/index.ts';

export interface CellPart {
  key: string;
  label: string;
  colour?: string | undefined;
  picture?: string | undefined;
  /** Id of the artifact that it leads to. */
  artifactId?: number | undefined;
}

export type Cell =
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'date'; iso: string; withTime: boolean }
  | { kind: 'parts'; parts: readonly CellPart[] };

const empty: Cell = { kind: 'empty' };
const textMax = 300;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** One line of a text, without the signs of its markup. */
export const plainLine = (text: string, isHtml: boolean): string => {
  const plain = isHtml
    ? text
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    : text;
  return plain.replaceAll(/\s+/g, ' ').trim().slice(0, textMax);
};

function partOf(value: unknown, index: number): CellPart {
  return {
    key: String(numberIn(value, 'id') ?? textIn(value, 'id') ?? index),
    label: personNameIn(value) ?? groupNameIn(value) ?? textIn(value, 'label') ?? textIn(value, 'name') ?? '',
    colour: textIn(value, 'tlp_color') || undefined,
    picture: textIn(value, 'avatar_url'),
  };
}

function linkOf(value: unknown, isReverse: boolean): CellPart & { type: string } {
  const id = numberIn(value, 'id') ?? 0;
  const tracker = isRecord(value) ? value['tracker'] : undefined;
  const type = textIn(value, 'type') ?? '';
  return {
    key: `${isReverse ? '<' : '>'}${id}${type}`,
    label: `#${id}`,
    colour: textIn(tracker, 'color'),
    artifactId: id,
    type: `${isReverse ? '-' : ''}${type}`,
  };
}

const cellOfParts = (parts: readonly CellPart[]): Cell => (parts.length === 0 ? empty : { kind: 'parts', parts });

type Value = { type: string } & Record<string, unknown>;

export function cellOf(value: Value | undefined, { linkType }: Pick<Column, 'linkType'>): Cell {
  if (value === undefined) return empty;
  if (fieldIs.links(value)) {
    const links = [
      ...listIn(value, 'links').map((link) => linkOf(link, false)),
      ...listIn(value, 'reverse_links').map((link) => linkOf(link, true)),
    ];
    return cellOfParts(links.filter(({ type }) => linkType === undefined || type === linkType));
  }
  if (fieldIs.files(value)) return cellOfParts(listIn(value, 'file_descriptions').map(partOf));
  if (fieldIs.groups(value))
    return cellOfParts(
      listIn(value, 'granted_groups').map((group, index) =>
        typeof group === 'string' ? { key: group, label: group } : partOf(group, index),
      ),
    );
  if ('values' in value)
    return cellOfParts(
      listIn(value, 'values')
        .filter((one) => !isNobody(one))
        .map(partOf)
        .filter(({ label }) => label !== ''),
    );
  const inner = value['value'] ?? value['manual_value'];
  // Numbers of artifacts are names, and have nothing between their digits.
  if (typeof inner === 'number' && fieldIs.identifier(value)) return { kind: 'text', text: String(inner) };
  if (typeof inner === 'number') return { kind: 'number', value: inner };
  if (isRecord(inner)) return cellOfParts([partOf(inner, 0)]);
  if (typeof inner !== 'string' || inner === '') return empty;
  if (fieldIs.dated(value)) return { kind: 'date', iso: inner, withTime: value['is_time_displayed'] !== false };
  const text = plainLine(textIn(value, 'commonmark') ?? inner, value['format'] === 'html' && !('commonmark' in value));
  return text === '' ? empty : { kind: 'text', text };
}

/** Types of links that the rows have, as columns name them. */
export const linkTypesOf = (values: readonly (Value | undefined)[]): readonly string[] => [
  ...new Set(
    values.flatMap((value) => [
      ...listIn(value, 'links').map((link) => linkOf(link, false).type),
      ...listIn(value, 'reverse_links').map((link) => linkOf(link, true).type),
    ]),
  ),
];
