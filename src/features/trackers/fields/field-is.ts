// What values of a field are, for those who treat fields alike that hold the same.
import type { Field } from '../definition/definition.ts';
import type { FieldType, SearchKind } from './field-type.ts';
import { fieldTypeCodes, fieldTypeOf } from './index.ts';

type Typed = Pick<Field, 'type'>;

const ask =
  (isSo: (type: FieldType) => boolean) =>
  ({ type }: Typed): boolean =>
    isSo(fieldTypeOf(type));

const searchedBy = (...kinds: readonly (SearchKind | undefined)[]) => ask(({ search }) => kinds.includes(search));

/** Questions about a field, answered by its type. */
export const fieldIs = {
  structure: ask(({ kind }) => kind === 'structure'),
  fieldset: ask(({ container }) => container === 'outer'),
  line: ask(({ text }) => text === 'line'),
  text: ask(({ text }) => text === 'formatted'),
  whole: searchedBy('integer'),
  decimal: searchedBy('number'),
  number: searchedBy('integer', 'number'),
  sum: searchedBy('sum'),
  /** A number, or a sum of numbers. */
  amount: searchedBy('integer', 'number', 'sum'),
  /** A date that people set. */
  date: searchedBy('date'),
  /** Any date, also those that the artifact has by itself. */
  dated: searchedBy('date', 'submitted-on', 'updated-on'),
  submissionDate: searchedBy('submitted-on'),
  updateDate: searchedBy('updated-on'),
  /** Who submitted or changed the artifact. */
  actor: searchedBy('submitted-by', 'updated-by'),
  /** A list whose values its administrators give. */
  list: ask(({ list }) => list?.isOpen === false),
  /** A list as before, of which one value is chosen. */
  choice: ask(({ list }) => list?.isOpen === false && !list.takesMany),
  openList: ask(({ list }) => list?.isOpen === true),
  files: searchedBy('files'),
  rank: searchedBy('rank'),
  artifactId: searchedBy('artifact-id'),
  /** A number that names the artifact. */
  identifier: searchedBy('artifact-id', 'artifact-number'),
  links: ask(({ role }) => role === 'links'),
  references: ask(({ role }) => role === 'references'),
  /** The groups that alone may see the artifact. */
  readers: ask(({ role }) => role === 'readers'),
  burndown: ask(({ role }) => role === 'burndown'),
  burnup: ask(({ role }) => role === 'burnup'),
};

/** The types whose fields are so, as archives and the wire name them. */
export const typesThat = (isSo: (field: Typed) => boolean): string[] => fieldTypeCodes.filter((type) => isSo({ type }));
