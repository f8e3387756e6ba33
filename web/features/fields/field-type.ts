// What the pages know of a type of field.
import type { FieldParts } from './field-parts.ts';

/** What an administrator sets of a field. */
export interface Setting {
  /** As the server names it. */
  key: string;
  kind: 'count' | 'number' | 'text' | 'long' | 'switch' | 'day';
  label: `design.set.${'maxchars' | 'default' | 'rows' | 'time' | 'hint' | 'reverse' | 'static'}`;
}

export interface ListForm {
  takesMany: boolean;
  /** People add values of their own. */
  isOpen: boolean;
  control: 'picker' | 'radios' | 'boxes' | 'tags' | 'labels';
}

export interface FieldType {
  /** Where the form designer offers it. */
  group: 'texts' | 'lists' | 'layout' | 'special' | 'tests' | 'known';
  /** What other features look for, whoever sets it: numbers, sums of them, dates, people. */
  kind?: 'number' | 'computed' | 'date' | 'people';
  /** Numbers without decimals. */
  isWhole?: boolean;
  /** Names what an editor holds, as its editing does; left out by types that nobody fills in. */
  edit?: string;
  /** What pages that show its fields need; without it values are shown by their shapes. */
  parts?(): Promise<FieldParts>;
  /** A chart, which says its name itself. */
  chart?: 'burndown' | 'burnup';
  list?: ListForm;
  settings?: readonly Setting[];
  /** Of types that hold no value: what they are in the form. */
  layout?: 'fieldset' | 'column' | 'part';
  /** Of a part that says nothing: it stands between what does. */
  isBare?: boolean;
  /** Says what identifies the artifact, or when it changed. */
  own?: 'id' | 'change';
  /** Takes the whole width of a form. */
  isWide?: boolean;
  /** A tracker uses one field of the type at most. */
  isSingle?: boolean;
  /** Made from elsewhere: nobody sets it. */
  isDerived?: boolean;
  /** Histories do not tell what it was. */
  isWithoutHistory?: boolean;
  /** The head of a panel says it already, or it says nothing to a person. */
  isShownElsewhere?: boolean;
  /** Reports have no column of it. */
  isNoColumn?: boolean;
  /** Can be filled from the cell of a table. */
  hasCell?: boolean;
}
