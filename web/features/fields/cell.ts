// What a cell of a report's table says. Pure.
import { groupNameIn } from '../../platform/names/group-names.ts';
import { personNameIn } from '../../platform/names/person-names.ts';
import { numberIn, textIn } from '../../platform/parse-unknown.ts';

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

/** What is chosen, a person, a group or a file, as a part of a cell. */
export function cellPart(value: unknown, index: number): CellPart {
  return {
    key: String(numberIn(value, 'id') ?? textIn(value, 'id') ?? index),
    label: personNameIn(value) ?? groupNameIn(value) ?? textIn(value, 'label') ?? textIn(value, 'name') ?? '',
    colour: textIn(value, 'tlp_color') || undefined,
    picture: textIn(value, 'avatar_url'),
  };
}

export const cellOfParts = (parts: readonly CellPart[]): Cell =>
  parts.length === 0 ? { kind: 'empty' } : { kind: 'parts', parts };
