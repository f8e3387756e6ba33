// Links as parts of cells and of values that are told. Pure.
import { isRecord, listIn, numberIn, textIn } from '../../../platform/parse-unknown.ts';
import type { CellPart } from '../cell.ts';
import type { Part } from '../shown.ts';

/** With the name of its type, which begins with `-` where the other artifact has the link. */
export function linkCell(value: unknown, isReverse: boolean): CellPart & { type: string } {
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

export const linkCells = (value: unknown): readonly (CellPart & { type: string })[] => [
  ...listIn(value, 'links').map((link) => linkCell(link, false)),
  ...listIn(value, 'reverse_links').map((link) => linkCell(link, true)),
];

export function shownLink(value: unknown): Part {
  const id = numberIn(value, 'id') ?? 0;
  const tracker = isRecord(value) ? value['tracker'] : undefined;
  return { id, label: `${textIn(tracker, 'label') ?? ''} #${id}`, colour: textIn(tracker, 'color'), artifactId: id };
}
