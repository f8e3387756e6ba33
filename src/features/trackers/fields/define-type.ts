// How a field type is written down: what it leaves out gets what most types have.
import type { Static, TSchema } from 'typebox';
import { shapeCheck } from '../../../platform/texts/shape.ts';
import type { Field } from '../definition/definition.ts';
import type { MarkupText } from '../../../platform/markup/index.ts';
import type { TextReference } from '../definition/text-references.ts';
import { requirePlain } from './archived.ts';
import type { ArchivedValue, ArchiveMeanings, ArchiveNames } from './archived.ts';
import type {
  DescribeContext,
  EntryKeys,
  FieldDescription,
  FieldTraits,
  FieldType,
  Mentions,
  NameValues,
  ParseContext,
  SearchKind,
  ShowContext,
  ValueChecks,
} from './field-type.ts';
import { readByRules } from './properties.ts';
import type { PropertiesReader } from './properties.ts';
import type { SubmittedValue } from './submitted-value.ts';
import type { ValueChange } from './value-change.ts';

/** How a type with stored values of one shape is written down. */
export interface StoredTypeSpec<S extends TSchema> extends Omit<FieldTraits, 'tellChange'> {
  schema: S;
  entryKeys: EntryKeys;
  /** Left out by types whose values only imports set. */
  parse?(entry: SubmittedValue, context: ParseContext): Static<S> | undefined;
  resolve?(parsed: Static<S>, context: ParseContext, checks: ValueChecks): Promise<Static<S>>;
  settle?(stored: Static<S>, nameValues: NameValues): Promise<Static<S>>;
  check?(stored: Static<S>, context: ParseContext, checks: ValueChecks): Promise<void>;
  toArchive?(stored: Static<S>, names: ArchiveNames): ArchivedValue;
  /** Left out by types that `parse` a text or a number as it is written. */
  fromArchive?(value: ArchivedValue, meanings: ArchiveMeanings): Static<S> | undefined;
  isEmpty(stored: Static<S>): boolean;
  readonly keepsEmpty?: boolean;
  defaultValue?(context: ParseContext): Static<S> | undefined;
  /** `stored` is undefined when the artifact never had a value. */
  show(stored: Static<S> | undefined, context: ShowContext): Record<string, unknown> | undefined;
  showByName?(stored: Static<S> | undefined, context: ShowContext): unknown;
  keys?(stored: Static<S>): number[];
  /** Either is undefined where the artifact had no value. */
  tellChange?(
    before: Static<S> | undefined,
    after: Static<S> | undefined,
    context: ShowContext,
  ): ValueChange | undefined;
  mentions?(stored: Static<S>): Mentions;
  texts?(stored: Static<S>): readonly MarkupText[];
  references?(stored: Static<S>): TextReference[];
  search?: SearchKind;
  searchText?(stored: Static<S>): string;
  describe(context: DescribeContext): FieldDescription;
  /** Left out by types without properties. */
  readProperties?: PropertiesReader;
}

const traitsOf = (spec: Omit<FieldTraits, 'tellChange'> & { showByName?: unknown }): FieldTraits => ({
  list: spec.list,
  text: spec.text,
  role: spec.role,
  container: spec.container,
  isSingle: spec.isSingle,
  isExternal: spec.isExternal,
  readCell: spec.readCell,
  peopleInCell: spec.peopleInCell,
  emptied: spec.emptied,
  flatten: spec.flatten,
  showCell: spec.showCell,
  kin: spec.kin,
  takeMoved: spec.takeMoved,
  isNamed: spec.isNamed ?? spec.showByName !== undefined,
});

/** Makes a FieldType whose stored values are checked against their schema wherever they are used. */
export function defineStoredType<S extends TSchema>(spec: StoredTypeSpec<S>): FieldType {
  const hasShape = shapeCheck(spec.schema);
  const narrow = (stored: unknown): Static<S> => {
    if (!hasShape(stored)) throw new Error('a stored field value does not have the expected format');
    return stored;
  };
  const optional = (stored: unknown): Static<S> | undefined => (stored === undefined ? undefined : narrow(stored));
  const isEmpty = (stored: unknown): boolean => stored === undefined || spec.isEmpty(narrow(stored));
  const { showByName, settle, tellChange, toArchive } = spec;
  const parse = spec.parse ?? (() => undefined);
  const fromPlain = (value: ArchivedValue, { field, definition, nowMs }: ArchiveMeanings): unknown =>
    parse({ field_id: field.id, value: requirePlain(value, field).value }, { field, definition, nowMs, path: '' });
  return {
    ...traitsOf(spec),
    kind: spec.parse === undefined ? 'shown' : 'stored',
    entryKeys: spec.entryKeys,
    parse,
    resolve: async (parsed, context, checks) => spec.resolve?.(narrow(parsed), context, checks) ?? parsed,
    ...(settle === undefined ? {} : { settle: (stored, nameValues) => settle(narrow(stored), nameValues) }),
    check: async (stored, context, checks) => spec.check?.(narrow(stored), context, checks),
    ...(toArchive === undefined
      ? {}
      : {
          toArchive: (stored, names) => toArchive(narrow(stored), names),
          fromArchive: spec.fromArchive ?? fromPlain,
        }),
    ...(tellChange === undefined
      ? {}
      : { tellChange: (before, after, context) => tellChange(optional(before), optional(after), context) }),
    isEmpty,
    keepsEmpty: spec.keepsEmpty === true,
    defaultValue: spec.defaultValue ?? (() => undefined),
    show: (stored, context) => spec.show(optional(stored), context),
    ...(showByName === undefined ? {} : { showByName: (stored, context) => showByName(optional(stored), context) }),
    keys: (stored) => spec.keys?.(narrow(stored)) ?? [],
    mentions: (stored) => spec.mentions?.(narrow(stored)) ?? {},
    texts: (stored) => spec.texts?.(narrow(stored)) ?? [],
    references: (stored) => spec.references?.(narrow(stored)) ?? [],
    search: spec.search,
    searchText: (stored) => (isEmpty(stored) ? undefined : spec.searchText?.(narrow(stored))),
    describe: spec.describe,
    formTexts: () => [],
    readProperties: spec.readProperties ?? readByRules({}),
  };
}

/** How a type is written down that stores nothing. */
export interface DerivedTypeSpec extends FieldTraits {
  kind?: 'structure';
  search?: SearchKind;
  show(context: ShowContext): Record<string, unknown> | undefined;
  showByName?(context: ShowContext): unknown;
  describe(context: DescribeContext): FieldDescription;
  formTexts?(field: Field): readonly MarkupText[];
  readProperties?: PropertiesReader;
}

/** Makes a FieldType that shows what is known from elsewhere and stores nothing. */
export function defineDerivedType(spec: DerivedTypeSpec): FieldType {
  const { showByName } = spec;
  return {
    ...traitsOf(spec),
    kind: spec.kind ?? 'derived',
    entryKeys: { counts: [] },
    parse: () => undefined,
    resolve: async (parsed) => parsed,
    check: async () => undefined,
    isEmpty: () => true,
    keepsEmpty: false,
    defaultValue: () => undefined,
    show: (_stored, context) => spec.show(context),
    ...(showByName === undefined ? {} : { showByName: (_stored, context) => showByName(context) }),
    keys: () => [],
    mentions: () => ({}),
    texts: () => [],
    references: () => [],
    search: spec.search,
    searchText: () => undefined,
    describe: spec.describe,
    formTexts: spec.formTexts ?? (() => []),
    readProperties: spec.readProperties ?? readByRules({}),
  };
}
