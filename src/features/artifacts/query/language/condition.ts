// A condition on artifacts of one tracker, whatever language it was written in. Nothing in it is left to check: what the
// viewer may not read is not in it.
import type { ArtifactLink } from '../../../trackers/index.ts';
import type { VisibilityFilter } from '../../artifact/artifacts.store.ts';

/** A comparison with a number; with `in` one of several. */
export type NumberTest =
  | { operator: '=' | '<' | '<=' | '>' | '>='; value: number }
  | { operator: 'in'; values: readonly number[] };

/** Whether the number passes all tests. */
export const passes = (number: number, tests: readonly NumberTest[]): boolean =>
  tests.every((test) => {
    switch (test.operator) {
      case 'in':
        return test.values.includes(number);
      case '=':
        return number === test.value;
      case '<':
        return number < test.value;
      case '<=':
        return number <= test.value;
      case '>':
        return number > test.value;
      case '>=':
        return number >= test.value;
    }
  });

export interface LinkEnds {
  filter: VisibilityFilter;
  /** The only ones that the filter may let through, where they are known. */
  ids?: readonly number[];
}

export type OwnColumn = 'id' | 'number' | 'rank' | 'submitted_by' | 'submitted_at_ms' | 'updated_by' | 'updated_at_ms';

/** Which changesets of an artifact the viewer knows of, for viewers who don't know of all. */
export interface KnownChanges {
  /** Fields whose changes the viewer may read. */
  fieldIds: readonly number[];
  /** The viewer's groups; undefined: every comment is the viewer's to read. */
  groups: readonly number[] | undefined;
}

export type Condition =
  | { kind: 'and' | 'or'; of: readonly Condition[] }
  | { kind: 'not'; of: Condition }
  /** The row has a number that passes all tests. */
  | { kind: 'own'; column: OwnColumn; tests: readonly NumberTest[]; known?: KnownChanges }
  /** The field has a number (see FieldType.keys) that passes all tests. */
  | { kind: 'keys'; fieldId: number; tests: readonly NumberTest[] }
  /** A text of the owner contains the needle, which is folded; see search-texts.ts. `groups` as in KnownChanges. */
  | {
      kind: 'text';
      owner: number;
      items: 'artifacts' | 'changesets' | 'files';
      needle: string;
      groups?: readonly number[] | undefined;
      /** Stands where texts are being renewed: what is found meanwhile is not what is found then. */
      isRenewing?: true;
    }
  /** There is a link in this direction, of this type or of any, whose other end passes the filter. */
  | { kind: 'link'; direction: 'forward' | 'reverse'; type: ArtifactLink['type'] | undefined; ends: LinkEnds }
  /** The artifact is one of these. */
  | { kind: 'ids'; ids: readonly number[] };

export const everything: Condition = { kind: 'and', of: [] };
export const nothing: Condition = { kind: 'or', of: [] };

export const not = (of: Condition): Condition => (of.kind === 'not' ? of.of : { kind: 'not', of });
export const negateIf = (isNegated: boolean, condition: Condition): Condition =>
  isNegated ? not(condition) : condition;

/** The same for these artifacts, which are fewer than a condition may name. */
export function narrowIds(condition: Condition, isWanted: (id: number) => boolean): Condition {
  if (condition.kind === 'ids') return { kind: 'ids', ids: condition.ids.filter(isWanted) };
  if (condition.kind === 'not') return not(narrowIds(condition.of, isWanted));
  if (condition.kind !== 'and' && condition.kind !== 'or') return condition;
  return { kind: condition.kind, of: condition.of.map((part) => narrowIds(part, isWanted)) };
}

export function both(...conditions: readonly Condition[]): Condition {
  const of = conditions.flatMap((condition) => (condition.kind === 'and' ? condition.of : [condition]));
  const [only, ...others] = of;
  return only !== undefined && others.length === 0 ? only : { kind: 'and', of };
}

/** Of which other features put conditions together. */
export const queryConditions = { both, everything, not, nothing };
