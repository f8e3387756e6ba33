// What an editor of a field holds, and what becomes of it: each type of field says so by an editing. Pure.
import type { FileRef } from '../../ui/files/file-ref.ts';
import type { Field, Submitted, Value } from './shapes.ts';

/** What an editor holds. Plain data, because drafts of it are kept as JSON. What else it has is known to the editing of its kind. */
export type Edit = Readonly<Record<string, unknown>> & { readonly kind: string };

/** What is wrong with an edit before the server is asked: nothing where something must be, or no number. */
export type Problem = 'required' | 'number' | 'whole';

/** What an editor may ask of the form that it stands in. */
export interface FieldForm {
  projectId: number;
  /** undefined for an artifact that there is not yet. */
  artifactId: number | undefined;
  valueOf(fieldId: number): Value | undefined;
  /** Ids that a list may take; undefined where it may take all that it has. */
  allowedOf(field: Field): ReadonlySet<string> | undefined;
  /** Sends these fields, or all that are changed. */
  save(fieldIds?: readonly number[]): void;
  /** Where files go that are pasted into a text; undefined where the person may add none. */
  files: { field: Field; add(file: FileRef): void } | undefined;
}

export interface EditorProps<E extends Edit = Edit> {
  field: Field;
  edit: E;
  onChange(edit: Edit): void;
  error?: string | undefined;
  autoFocus: boolean;
  form: FieldForm;
}

/** The field that an edit is of, and its value, which know the labels of what is chosen. */
export interface FieldValue {
  field: Field;
  value: Value | undefined;
}

interface EditingOf<E extends Edit> {
  /** Names what is held, in drafts too; types of fields may share it. */
  kind: E['kind'];
  /** What an editor starts with: what the artifact has, or nothing where it has no value. */
  read(value: Value | undefined, field: Field, zone: string): E;
  /** What the field of a new artifact starts with, where its tracker has a default; undefined for nothing. */
  start?(given: unknown, field: Field): E | undefined;
  /** The value, as PUT and POST of an artifact take it. */
  write(edit: E, field: Field, zone: string): Omit<Submitted, 'field_id'>;
  /** What came and went since `base`, where a PUT takes that. */
  writeChange?(base: E, edit: E): Omit<Submitted, 'field_id'>;
  isEmpty(edit: E): boolean;
  /** Of what is not empty. */
  problemOf?(edit: E, field: Field): Problem | undefined;
  /** In words, for comparing two versions side by side. */
  describe(edit: E, of: FieldValue | undefined): string;
  /** A draft as it was kept; undefined for what is none. */
  parse(kept: unknown): E | undefined;
  /** A text of an address; undefined where the field can't have it. */
  prefill?(text: string, field: Field): E | undefined;
  /** My edit on top of what there is now, of types where changes of two people go together without asking. */
  merge?(before: E, mine: E, now: E): E;
  /** Whether the server gives the value by itself where nothing is said. */
  isAutomatic?(edit: E): boolean;
  /** Whether the field must have something although the tracker does not require it. */
  isNeverEmpty?: boolean;
  /** Enter means that it is done. */
  isSentByEnter?: boolean;
  /** How much of a form its editor takes. */
  isTall?: boolean;
  /** A text in Markdown, which may name files. */
  textIn?(edit: E): string;
  filesIn?(edit: E): readonly FileRef[];
  withFile?(edit: E, file: FileRef): E;
}

export type Editing = EditingOf<Edit>;

/** An editing is only ever asked with edits of its kind, because edits find it by that. */
export const defineEditing = <E extends Edit>(own: EditingOf<E>): Editing => own;
