// The one interface of a field type: what it stores, how it is filled, checked, shown and searched. One folder each implements it.
import type { RenderedTexts, MarkupText } from '../../../platform/markup/index.ts';
import type { UserRow } from '../../people/index.ts';
import type { Definition, Field, OpenValue } from '../definition/definition.ts';
import type { FindReference } from '../definition/rich-text.ts';
import { fillLink, findOtherUrl, isKeywordOf, referenceUrl } from '../definition/text-references.ts';
import type { TextReference } from '../definition/text-references.ts';
import type { CellContext, FlatValue, SentValue, ShownValue } from './cells.ts';
import type { ValueMove } from './moves.ts';
import type { PropertiesReader } from './properties.ts';
import type { ValueChange } from './value-change.ts';
import type { SubmittedValue } from './submitted-value.ts';
import type { ArchivedValue, ArchiveMeanings, ArchiveNames } from './archived.ts';

/** What types may ask about artifacts while showing a value. */
export interface ArtifactFacts {
  id: number;
  number: number;
  rank: number;
  submittedBy: number;
  submittedAtMs: number;
  updatedBy: number;
  updatedAtMs: number;
}

/** An artifact that a link or a cross reference names, when the viewer may see it. */
export interface LinkedArtifact {
  id: number;
  itemName: string;
  projectId: number;
  /** The wire's short form of the tracker. */
  tracker: { id: number; uri: string; label: string; color: string; project: unknown };
}

export interface ArtifactLink {
  id: number;
  /** Empty: a plain link. */
  type: string;
}

export interface FileFacts {
  id: number;
  submittedBy: number;
  description: string;
  name: string;
  sizeBytes: number;
  mimeType: string;
}

/** Remaining effort at the end of each working day; dates are in UTC. */
export interface BurndownChart {
  start_date: string | null;
  /** In working days. */
  duration: number | null;
  capacity: number | null;
  points: number[];
  /** Whether there is too much history to draw it. */
  is_under_calculation: boolean;
  /** 1 is Monday. */
  opening_days: readonly number[];
  points_with_date: { date: string; remaining_effort: number | null }[];
}

/** Efforts and numbers of planned artifacts, done and all, at the end of each working day. */
export interface BurnupChart {
  start_date: string | null;
  /** In working days. */
  duration: number | null;
  capacity: number | null;
  /** Whether there is too much history to draw it. */
  is_under_calculation: boolean;
  opening_days: readonly number[] | null;
  points_with_date: { date: string; team_effort: number; total_effort: number }[];
  points_with_date_count_elements: { date: string; closed_elements: number; total_elements: number }[];
}

export interface ShowContext {
  field: Field;
  definition: Definition;
  /** Starts absolute links, no slash at the end. */
  baseUrl: string;
  artifact: ArtifactFacts;
  user(id: number): UserRow | undefined;
  linked(id: number): LinkedArtifact | undefined;
  file(id: number): FileFacts | undefined;
  /** A value that people added to an open list. */
  openValue(id: number): OpenValue | undefined;
  /** Links that point from here, and links of others that point here. */
  links: readonly ArtifactLink[];
  reverseLinks: readonly ArtifactLink[];
  /** What children of the artifact have in fields of this name, as far as the viewer may know them; null for nothing. */
  sum(name: string): number | null;
  /** undefined where charts are not drawn. */
  burndown(): BurndownChart | undefined;
  burnup(): BurnupChart | undefined;
  /** Artifacts that texts of this one refer to, and artifacts whose texts refer to it, as far as the viewer may know. */
  references: readonly number[];
  reverseReferences: readonly number[];
  /** What refers to it and is no artifact, as far as the viewer may know, in order. */
  externalReferences: readonly { ref: string; url: string }[];
  /** HTML of what `texts` of the type gives. */
  texts: RenderedTexts;
  /** Stored value of another field of the artifact. */
  stored(fieldId: number): unknown;
}

export interface ParseContext {
  field: Field;
  definition: Definition;
  nowMs: number;
  /** Where the value stands in the request, for messages. */
  path: string;
  /** Whether the artifact exists already. */
  isUpdate?: boolean;
  /** The stored value that the artifact has now; undefined for none. */
  current?: unknown;
  /** HTML of the texts in `current`, where the client sent what GET shows of them. */
  currentTexts?: RenderedTexts;
}

/** What a client named by a text: a person, or a value that may have to be made. */
export interface NamedValue {
  by: 'label' | 'username' | 'email';
  text: string;
  /** Where it stands in the request. */
  path: string;
}

/** Questions that need the database; asked in the transaction that writes. */
export interface ValueChecks {
  /** Ids among `userIds` that the field's bind does not offer. */
  findForeignUsers(field: Field, userIds: readonly number[]): Promise<number[]>;
  /**
   * For each name the person meant among those that the field's bind offers and `heldIds`, by display name or user name,
   * user name, or e-mail address; undefined for nobody.
   */
  findNamedUsers(
    field: Field,
    names: readonly NamedValue[],
    heldIds: readonly number[],
  ): Promise<(number | undefined)[]>;
  /** Ids among `artifactIds` that do not exist or that the writer may not see. */
  findUnknownArtifacts(artifactIds: readonly number[]): Promise<number[]>;
  /** Ids among `groupIds` that are no groups of the tracker's project. */
  findForeignGroups(groupIds: readonly number[]): Promise<number[]>;
  /** Throws notFound or invalid unless the writer may attach these files to the field; `path` is where they stand. */
  requireFiles(field: Field, fileIds: readonly number[], path: string): Promise<void>;
}

export interface DescribeContext {
  field: Field;
  definition: Definition;
  baseUrl: string;
  nowMs: number;
  /** Largest attachment that the site takes. */
  maxUploadBytes: number;
  /** People that the field's bind offers, in order of name. */
  boundUsers: readonly UserRow[];
  user(id: number): UserRow | undefined;
  /** HTML of texts that stand in the form. */
  texts: RenderedTexts;
}

/** The parts of an element of `trackers/:id.fields` that depend on the type. */
export interface FieldDescription {
  values: unknown;
  bindings: { type: string | null; list: { id: number | string; label: string }[] };
  defaultValue: unknown;
  /** A map, or `[]` when the type has none. */
  specificProperties: unknown;
  /** Keys that only this type has. */
  extra?: Record<string, unknown>;
}

/** What a stored value speaks of, so that it can be fetched before showing. */
export interface Mentions {
  users?: readonly number[];
  artifacts?: readonly number[];
  files?: readonly number[];
  /** Values that people added to open lists. */
  openValues?: readonly number[];
}

/** Gives the ids of an open list's values with these labels, made where there are none. */
export type NameValues = (labels: readonly string[]) => Promise<number[]>;

/**
 * How queries find artifacts by a value: `text` by what it contains, `files` by names and descriptions, `list` by chosen
 * values, `open-list` also by added ones, whose keys are negative, `groups` by user groups, `sum` by a number that is computed,
 * the others by the number that `keys` or the artifact's row has.
 */
export type SearchKind =
  | 'text'
  | 'files'
  | 'integer'
  | 'number'
  | 'date'
  | 'list'
  | 'open-list'
  | 'groups'
  | 'sum'
  | 'rank'
  | 'artifact-id'
  | 'artifact-number'
  | 'submitted-by'
  | 'submitted-on'
  | 'updated-by'
  | 'updated-on';

export type FieldKind = 'stored' | 'shown' | 'derived' | 'structure';

/** How values are chosen of a list. */
interface ListKind {
  takesMany: boolean;
  /** People add values of their own. */
  isOpen: boolean;
}

/** What other features know of a type, each part only where there is something to say. */
export interface FieldTraits {
  readonly list?: ListKind | undefined;
  /** Texts of one line, or texts with a format. */
  readonly text?: 'line' | 'formatted' | undefined;
  /** What of an artifact the type holds or shows, of which there is one kind. */
  readonly role?: 'links' | 'references' | 'readers' | 'burndown' | 'burnup' | undefined;
  /** Of containers: whether they stand at the top of a form or within others. */
  readonly container?: 'outer' | 'inner' | undefined;
  /** A tracker uses one field of the type at most, because artifacts have one of what it shows. */
  readonly isSingle?: boolean | undefined;
  /** The value as clients send it, from a cell that is not empty. Throws invalid. Left out by types without a form in one cell. */
  readCell?: ((text: string, context: CellContext) => SentValue) | undefined;
  /** Archives name it in elements of plugins. */
  readonly isExternal?: boolean | undefined;
  /** What a cell may call people. */
  peopleInCell?: ((text: string, field: Field) => string[]) | undefined;
  /** What clients send to empty a field; `value` with an empty text where a type says nothing. */
  readonly emptied?: SentValue | undefined;
  /** What GET shows without its structure; left out by types that have no such form, undefined where a value has none. */
  flatten?: ((shown: ShownValue) => FlatValue | undefined) | undefined;
  /** What a cell has where that is not the flat form. */
  showCell?: ((shown: ShownValue) => string) | undefined;
  /**
   * What changed between two stored values that differ, undefined for none; where a type says nothing, what its cells have. Texts of the
   * context are not rendered.
   */
  readonly tellChange?:
    | ((before: unknown, after: unknown, context: ShowContext) => ValueChange | undefined)
    | undefined;
  /** Types of one kin take each other's values when artifacts move; others take those of their own. */
  readonly kin?: string | undefined;
  /** The stored value here of one of a field of the same kin; the same where a type says nothing. */
  takeMoved?: ((stored: unknown, move: ValueMove) => unknown) | undefined;
  /** Clients may give it in `values_by_field`; where a type says nothing, if it is shown there. */
  readonly isNamed?: boolean | undefined;
}

/** Keys of a type: what sets its value, and what GET shows beside that or only qualifies it. */
export interface EntryKeys {
  counts: readonly (keyof SubmittedValue)[];
  shown?: readonly (keyof SubmittedValue)[];
}

/** A type as code elsewhere uses it: stored values are unknown there. */
export interface FieldType extends FieldTraits {
  /**
   * `stored`: the artifact holds a value that clients set. `shown`: it holds one that only imports set; clients may
   * send back what they got. `derived`: made from elsewhere, and what clients send is ignored. `structure`: never a value.
   */
  kind: FieldKind;
  /** Of entries of `values`. */
  entryKeys: EntryKeys;
  /**
   * Reads what a client sent; undefined when it says nothing about the value. Throws invalid.
   * Everything that GET shows is accepted here too.
   */
  parse(entry: SubmittedValue, context: ParseContext): unknown;
  /** What `parse` gave, with what it names by texts looked up. Throws invalid. */
  resolve(parsed: unknown, context: ParseContext, checks: ValueChecks): Promise<unknown>;
  /** The value to be saved, for types that make values of their own; asked in the transaction that saves it. */
  settle?(stored: unknown, nameValues: NameValues): Promise<unknown>;
  /** Throws invalid when the value names something that does not exist or is not offered. */
  check(stored: unknown, context: ParseContext, checks: ValueChecks): Promise<void>;
  /** The value as archives have it; left out by types that no archive has values of. */
  toArchive?: ((stored: unknown, names: ArchiveNames) => ArchivedValue) | undefined;
  /**
   * The stored value of one that an archive has; undefined where nothing of it can be kept, which was warned of. Throws invalid for a
   * value that the field can't hold.
   */
  fromArchive?: ((value: ArchivedValue, meanings: ArchiveMeanings) => unknown) | undefined;
  isEmpty(stored: unknown): boolean;
  /** An empty value that a new artifact is given is kept, and shown; others are as good as none. */
  readonly keepsEmpty: boolean;
  /** Stored at creation when nothing was submitted; undefined for nothing. */
  defaultValue(context: ParseContext): unknown;
  /** The entry in `values` without id, label and type; undefined when there is nothing to show. */
  show(stored: unknown, context: ShowContext): Record<string, unknown> | undefined;
  /** The entry in `values_by_field`; undefined for types that are not listed there. */
  showByName?(stored: unknown, context: ShowContext): unknown;
  /** Numbers to find the artifact by: list value ids, user ids, numbers, seconds. */
  keys(stored: unknown): number[];
  mentions(stored: unknown): Mentions;
  /** What is shown as HTML. */
  texts(stored: unknown): readonly MarkupText[];
  /** References to artifacts in a text, each once. */
  references(stored: unknown): TextReference[];
  /** undefined: queries can't ask for values of the type. */
  search: SearchKind | undefined;
  /** The text that queries search in, for types found by `text`; undefined for an empty value. */
  searchText(stored: unknown): string | undefined;
  describe(context: DescribeContext): FieldDescription;
  /** What `describe` shows as HTML. */
  formTexts(field: Field): readonly MarkupText[];
  /** `specific_properties` of a new or changed field; what `describe` shows is accepted. */
  readProperties: PropertiesReader;
}

const noBinding = { type: null, list: [] };

/** Finds where references in the artifact's texts lead to: to what the viewer sees, by a keyword that means it, or by the project's own links. */
export const referenceFinder =
  ({ definition, baseUrl, linked }: Pick<ShowContext, 'definition' | 'baseUrl' | 'linked'>): FindReference =>
  (keyword, value) => {
    const projectId = definition.project.id;
    if (typeof value === 'string') return findOtherUrl(keyword, value, projectId, baseUrl);
    const target = linked(value);
    if (target !== undefined && isKeywordOf(keyword, target, projectId))
      return referenceUrl(keyword, value, projectId, baseUrl);
    const link = definition.ownLinks.get(keyword.toLowerCase());
    return link === undefined
      ? findOtherUrl(keyword, value, projectId, baseUrl)
      : fillLink(link, value, definition.project, baseUrl);
  };

/** Parts of a description for types that are no lists. */
export const plainDescription = (specificProperties: unknown = [], defaultValue: unknown = null): FieldDescription => ({
  values: null,
  bindings: noBinding,
  defaultValue,
  specificProperties,
});

/** A whole number among the properties, as archives hold it in text. */
export function integerProperty(field: Field, name: string, fallback: number): number {
  const value = Number(field.settings.properties[name] ?? '');
  return field.settings.properties[name] !== undefined && Number.isInteger(value) ? value : fallback;
}
