// Types of fields, each with what the pages know of it. Pages ask here, and name none.
import type { FieldParts } from './field-parts.ts';
import type { FieldType } from './field-type.ts';
import { fieldTypeOf, known } from './types.ts';
import type { types } from './types.ts';

export type { Setting } from './field-type.ts';
export type { FieldValue, Edit, Editing, EditorProps, FieldForm, Problem } from './editing.ts';
export type { ColumnForm, FieldParts, NewValueProps, ReaderProps, SketchProps } from './field-parts.ts';
export type { Comparison, CriterionForm, CriterionOperator, CriterionProps } from './criterion.ts';
export { arityOf, noneValue, readNumbers, selfValue } from './criterion.ts';
export { choicesOf } from './list/field-choices.ts';
export type { FieldChoice } from './list/field-choices.ts';
export type { Field, Submitted, Value } from './shapes.ts';
export { cellOfParts, cellPart } from './cell.ts';
export type { Cell, CellPart } from './cell.ts';
export { shownPart, shownParts } from './shown.ts';
export type { Part, Shown } from './shown.ts';
export { linkCells } from './artifact-link/link-parts.ts';
export type { ArtifactLink } from './artifact-link/links.ts';
export { isLinksEdit, linksEdit, linkTypesOf, readLinks } from './artifact-link/links.ts';
export { chosen, isChosen, noneId } from './list/chosen.ts';
export { fieldOfStandard, standardFields, standardNameOf, valuesByField } from './read-only/standard.ts';
export type { StandardName } from './read-only/standard.ts';
export { fieldTypeOf } from './types.ts';

interface Typed {
  type: string;
}

const ask =
  (isSo: (type: FieldType) => boolean) =>
  ({ type }: Typed): boolean =>
    isSo(fieldTypeOf(type));

/** Questions about a field or a value, answered by its type. */
export const fieldIs = {
  layout: ask(({ layout }) => layout !== undefined),
  fieldset: ask(({ layout }) => layout === 'fieldset'),
  column: ask(({ layout }) => layout === 'column'),
  /** Parts a form, and shows nothing. */
  decoration: ask(({ isBare }) => isBare === true),
  line: ask(({ edit }) => edit === 'line'),
  text: ask(({ edit }) => edit === 'text'),
  number: ask(({ kind }) => kind === 'number'),
  /** A number, or a sum of numbers. */
  amount: ask(({ kind }) => kind === 'number' || kind === 'computed'),
  /** A date that people set. */
  date: ask(({ edit }) => edit === 'date'),
  /** Any date, also those that artifacts have by themselves. */
  dated: ask(({ kind }) => kind === 'date'),
  /** A list whose values its administrators give. */
  list: ask(({ list }) => list?.isOpen === false),
  /** A list as before, of which one value is chosen. */
  choice: ask(({ list }) => list?.isOpen === false && !list.takesMany),
  /** A list as before, of which several may be. */
  choices: ask(({ list }) => list?.isOpen === false && list.takesMany),
  openList: ask(({ list }) => list?.isOpen === true),
  anyList: ask(({ list }) => list !== undefined),
  files: ask(({ edit }) => edit === 'files'),
  links: ask(({ edit }) => edit === 'links'),
  /** The groups that alone may see the artifact. */
  groups: ask(({ edit }) => edit === 'groups'),
  burnup: ask(({ chart }) => chart === 'burnup'),
  chart: ask(({ chart }) => chart !== undefined),
  artifactId: ask(({ own }) => own === 'id'),
  changeDate: ask(({ own }) => own === 'change'),
  actor: ask(({ kind }) => kind === 'people'),
  derived: ask(({ isDerived }) => isDerived === true),
};

let loaded: ReadonlyMap<string, FieldParts> = new Map();

/** Comes before `listParts` and `partsOf`. Rejects where the server can't be reached. */
export async function loadParts(): Promise<void> {
  if (loaded.size > 0) return;
  const all = await Promise.all([...known].map(async ([type, { parts }]) => [type, (await parts?.()) ?? {}] as const));
  loaded = new Map(all);
}

/** How the form designer draws types without a sketch of their own. */
export const loadPlainSketch = async () => ({ Sketch: (await import('./box.tsx')).PlainSketch });

/** By type. */
export const listParts = (): ReadonlyMap<string, FieldParts> => loaded;

/** undefined for types that the pages do not know. */
export const partsOf = (type: string): FieldParts | undefined => loaded.get(type);

/** A type as tracker administrators choose it. */
export type TypeCode = keyof typeof types;

export const isTypeCode = (type: string): type is TypeCode => known.has(type);

const groups = ['texts', 'lists', 'layout', 'special', 'tests', 'known'] as const;

/** Types as the form designer offers them. */
export const typeGroups: readonly { label: `design.group.${FieldType['group']}`; types: readonly TypeCode[] }[] =
  groups.map((group) => ({
    label: `design.group.${group}` as const,
    types: [...known].flatMap(([type, { group: own }]) => (own === group && isTypeCode(type) ? [type] : [])),
  }));
