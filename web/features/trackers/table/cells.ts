// What a cell of a report's table says. Pure.
import { isRecord, listIn, textIn } from '../../../platform/parse-unknown.ts';
import { isNobody } from '../../../platform/names/person-names.ts';
import type { Column } from '../report-state.ts';
import { cellOfParts, cellPart, linkCells, partsOf } from '../../fields/index.ts';
import type { Cell } from '../../fields/index.ts';

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

type Value = { type: string } & Record<string, unknown>;

/** As the type of the value says, or else by its shape. Parts of types are loaded before. */
export function cellOf(value: Value | undefined, { linkType }: Pick<Column, 'linkType'>): Cell {
  if (value === undefined) return empty;
  const own = partsOf(value.type)?.cellOf?.(value, linkType);
  if (own !== undefined) return own;
  if ('values' in value)
    return cellOfParts(
      listIn(value, 'values')
        .filter((one) => !isNobody(one))
        .map(cellPart)
        .filter(({ label }) => label !== ''),
    );
  const inner = value['value'] ?? value['manual_value'];
  if (typeof inner === 'number') return { kind: 'number', value: inner };
  if (isRecord(inner)) return cellOfParts([cellPart(inner, 0)]);
  if (typeof inner !== 'string' || inner === '') return empty;
  const text = plainLine(textIn(value, 'commonmark') ?? inner, value['format'] === 'html' && !('commonmark' in value));
  return text === '' ? empty : { kind: 'text', text };
}

/** Types of links that the rows have, as columns name them. */
export const linkTypesOf = (values: readonly (Value | undefined)[]): readonly string[] => [
  ...new Set(values.flatMap((value) => linkCells(value).map(({ type }) => type))),
];
