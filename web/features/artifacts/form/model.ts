// What the parts of a form share: the fields, what is being changed in them, and what can be done.
import { createContext, useContext } from 'react';
import type { Schemas } from '../../../platform/schemas.ts';
import type { Edit, Field, Value } from '../../fields/index.ts';
import type { Entry } from './keeping/drafts.ts';

export interface FormModel {
  tracker: Schemas['Tracker'];
  projectId: number;
  /** undefined for an artifact that there is not yet. */
  artifactId: number | undefined;
  valueOf(fieldId: number): Value | undefined;
  entryOf(fieldId: number): Entry | undefined;
  /** What the field has, with what was typed. */
  currentOf(fieldId: number): Edit | undefined;
  /** Every field that may be changed has its editor open. */
  isWhole: boolean;
  /** The field that has the focus when all of them open; without it none has. */
  firstFieldId?: number | undefined;
  /** Why the field can't be changed; undefined where it can. */
  whyNot(field: Field): string | undefined;
  isHidden(field: Field): boolean;
  /** Whether there is something to show of the field. */
  isShown(field: Field): boolean;
  /** A field that somebody else changed just now. */
  isMarked(fieldId: number): boolean;
  /** Ids that a list may take: by its dependencies, and by the steps of the workflow. */
  allowedOf(field: Field): ReadonlySet<string> | undefined;
  open(fieldId: number): void;
  change(fieldId: number, edit: Edit): void;
  /** Closes the editor; with `keep` what was typed stays as a draft. */
  close(fieldId: number, keep: boolean): void;
  /** Sends these fields, or all that are changed. */
  save(fieldIds?: readonly number[]): void;
  isBusy: boolean;
}

const Context = createContext<FormModel | undefined>(undefined);

export const FormProvider = Context.Provider;

/** Throws outside of a form. */
export function useForm(): FormModel {
  const model = useContext(Context);
  if (model === undefined) throw new Error('a field stands outside of a form');
  return model;
}
