import type { EditorProps } from './editing.ts';

/** What the control of a field is called, and what is said below it. */
export const labelled = ({ field, error, autoFocus }: Pick<EditorProps, 'field' | 'error' | 'autoFocus'>) => ({
  label: field.label,
  hint: field.description === '' ? undefined : field.description,
  isRequired: field.required,
  error,
  autoFocus,
});
