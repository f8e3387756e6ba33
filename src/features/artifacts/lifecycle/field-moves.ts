// Which fields of a tracker have a place in another one, and what becomes of their values there: fields of one name and of
// types that go together, values of lists by their labels (reference page 50, section 8).
import { fieldIs, fieldTypeOf } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';

/** Ids of the people that a list of people offers; undefined: everybody. */
export type OfferedUsers = ReadonlyMap<number, ReadonlySet<number> | undefined>;

/** A field with its counterpart. */
export interface FieldMove {
  source: Field;
  target: Field;
  /** The stored value in the other tracker. */
  convert(stored: unknown): unknown;
}

const bindOf = (field: Field): string | undefined => field.settings.bind?.kind;

/** Types whose values become each other. */
const kinOf = ({ type }: Field): string => fieldTypeOf(type).kin ?? type;

/** Links are one thing, whatever the field is called; anything else goes by its name. */
function findTarget(source: Field, target: Definition): Field | undefined {
  const found = fieldIs.links(source)
    ? target.fields.find(fieldIs.links)
    : target.fields.find((field) => field.name === source.name);
  return found !== undefined && bindOf(found) === bindOf(source) && kinOf(found) === kinOf(source) ? found : undefined;
}

/** Moves of those fields of `from` that fit into `to`. */
export const planMoves = (from: Definition, to: Definition, offered: OfferedUsers): FieldMove[] =>
  from.fields.flatMap((source) => {
    const target = findTarget(source, to);
    if (target === undefined) return [];
    const move = { source, target, from, to, offered: offered.get(target.id) };
    const { takeMoved } = fieldTypeOf(target.type);
    return [{ source, target, convert: (stored) => (takeMoved === undefined ? stored : takeMoved(stored, move)) }];
  });

const sizeOf = ({ type }: Field, stored: unknown): number => fieldTypeOf(type).keys(stored).length;

/** Whether some of the values, choices or groups have no counterpart. */
export const isPartial = ({ source, target, convert }: FieldMove, stored: unknown): boolean =>
  stored !== undefined && sizeOf(target, convert(stored)) < sizeOf(source, stored);
