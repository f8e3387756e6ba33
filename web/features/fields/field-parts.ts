// What pages that show fields need of a type: its editor, its reader, its criterion, how the form designer draws it.
import type { ReactNode } from 'react';
import type { Cell } from './cell.ts';
import type { CriterionForm } from './criterion.ts';
import type { Editing, EditorProps } from './editing.ts';
import type { Field, Submitted, Value } from './shapes.ts';
import type { Shown } from './shown.ts';

export interface ReaderProps {
  field: Field;
  /** undefined where the artifact has none. */
  value: Value | undefined;
}

/** A field that is being designed. */
export interface SketchProps {
  field: {
    /** Where the values of a list come from: `static`, `users` or `ugroups`. */
    bind?: string | undefined;
    values: readonly { id: number; label: string; colour?: string | null | undefined; isHidden: boolean }[];
    /** Ids of those that are chosen at first. */
    defaults: readonly number[];
    /** Settings, as the server names them. */
    properties: Readonly<Record<string, unknown>>;
  };
}

/** How the table of a report has a field. */
export interface ColumnForm {
  /** In pixels; that of texts without it. */
  widthOf?(field: Field): number;
  isSortable?: boolean;
  isNumeric?: boolean;
  /** A sum of its values says something. */
  isSummable?: boolean;
  /** There are columns of one type of links, too. */
  hasLinkTypes?: boolean;
}

export interface NewValueProps {
  field: Field;
  /** A text, or ids of chosen values. */
  given: readonly string[];
  onGive(given: readonly string[]): void;
}

/** How many artifacts get a new value of a field. */
export interface MassChangeForm {
  /** undefined for what is no value of the field. Nothing empties it. */
  write(given: readonly string[], field: Field): Omit<Submitted, 'field_id'> | undefined;
  /** What gives an artifact its value back; left out where that can't be told. */
  read?(value: Readonly<Record<string, unknown>> | undefined): readonly string[];
  loadEditor(): Promise<{ Editor(props: NewValueProps): ReactNode }>;
}

export interface FieldParts {
  /** Left out by types that nobody fills in. */
  editing?: Editing;
  loadEditor?(): Promise<{ Editor(props: EditorProps): ReactNode }>;
  /** Most forms need the editor: it is read before a form is shown, where others come when they are. */
  isCommon?: boolean;
  /** How a value is read, where its shape does not say it all. */
  loadReader?(): Promise<{ Reader(props: ReaderProps): ReactNode }>;
  /** Whether the reader says something where the artifact has no value. */
  saysNone?: boolean;
  /** What a cell of a report says; undefined, or without it: what the shape of the value says. */
  cellOf?(value: Readonly<Record<string, unknown>>, linkType?: string): Cell | undefined;
  /** What is told of a value in a line; undefined, or without it: what its shape says. */
  shownOf?(value: Readonly<Record<string, unknown>>): Shown | undefined;
  /** What reports ask of a field; left out by types that nothing is asked of. */
  criterion?: CriterionForm;
  column?: ColumnForm;
  /** Left out by types of which many artifacts get no value at once. */
  massChange?: MassChangeForm;
  /** How the form designer draws it, where not as a box with its default value. */
  loadSketch?(): Promise<{ Sketch(props: SketchProps): ReactNode }>;
}
