// The lines of a report's table: rows, in groups with a head each where it is grouped. Pure.
import { quote } from '../criteria/tql-tokens.ts';
import { choicesOf } from '../fields.ts';
import type { Field } from '../fields.ts';
import type { ListQuery, Summary } from '../shapes.ts';

export interface Section {
  key: string;
  /** undefined: all rows, without a head. */
  group: { label: string | undefined; colour?: string | undefined } | undefined;
  size: number;
  list: ListQuery;
}

export type Line =
  | { kind: 'head'; section: Section }
  /** `place` is that in its section, `row` that among all rows that are open, from 0. */
  | { kind: 'row'; section: Section; place: number; row: number };

export type Group = Summary['groups'][number];

/** The condition that artifacts of a group hold. */
export const conditionOfGroup = (field: Field, value: Group['value']): string => {
  if (value === null) return `${field.name} = ""`;
  const choice = choicesOf(field).find(({ id }) => id === value.id);
  return `${field.name} = ${quote(choice?.key ?? value.label)}`;
};

export const groupKey = (value: Group['value']): string => String(value?.id ?? 'none');

export interface Lines {
  count: number;
  rows: number;
  at(index: number): Line | undefined;
  /** The line of a row. */
  lineOfRow(row: number): number;
}

export function layOut(sections: readonly Section[], collapsed: ReadonlySet<string>): Lines {
  const starts: { section: Section; line: number; row: number; open: number }[] = [];
  let [line, row] = [0, 0];
  for (const section of sections) {
    const open = collapsed.has(section.key) ? 0 : section.size;
    starts.push({ section, line, row, open });
    line += (section.group === undefined ? 0 : 1) + open;
    row += open;
  }
  return {
    count: line,
    rows: row,
    at(index) {
      const found = starts.findLast((start) => start.line <= index);
      if (found === undefined || index < 0 || index >= line) return undefined;
      const place = index - found.line - (found.section.group === undefined ? 0 : 1);
      if (place < 0) return { kind: 'head', section: found.section };
      return { kind: 'row', section: found.section, place, row: found.row + place };
    },
    lineOfRow(wanted) {
      const found = starts.findLast((start) => start.row <= wanted && start.open > 0);
      if (found === undefined) return 0;
      return found.line + (found.section.group === undefined ? 0 : 1) + wanted - found.row;
    },
  };
}
