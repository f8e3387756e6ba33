// Readers and editors of values, by the types of fields that have them. Each is loaded once.
import type { ReactNode } from 'react';
import { Loading } from '../../../ui/feedback/async-states.tsx';
import { lazy } from '../../../ui/lazy.tsx';
import type { EditorProps, FormPart, ReaderProps } from '../../fields/index.ts';
import { isTall, listForms, loadTypes } from './edits.ts';
import css from './form.module.css';

type Lazy<Props extends object> = ReturnType<typeof lazy<Props>>;

/** Made of the part of a type when it is first asked for. */
function madeOnce<Props extends object>(make: (part: FormPart) => Lazy<Props> | undefined) {
  const made = new Map<string, Lazy<Props> | undefined>();
  return (type: string): Lazy<Props> | undefined => {
    const part = listForms().get(type);
    if (part !== undefined && !made.has(type)) made.set(type, make(part));
    return made.get(type);
  };
}

const Coming = ({ edit }: EditorProps): ReactNode => (
  <div className={css.coming} data-tall={isTall(edit)}>
    <Loading lines={2} />
  </div>
);

/** undefined for types whose values are shown by their shapes. */
export const readerOf = madeOnce<ReaderProps>(
  ({ loadReader }) =>
    loadReader && lazy(async () => (await loadReader()).Reader, { Fallback: () => <Loading lines={1} /> }),
);

/** undefined for types that nobody fills in. */
export const editorOf = madeOnce<EditorProps>(
  ({ loadEditor }) => loadEditor && lazy(async () => (await loadEditor()).Editor, { Fallback: Coming }),
);

/** Rejects where the server can't be reached. */
export async function preloadReaders(): Promise<void> {
  await loadTypes();
  const readers = [...listForms().keys()].flatMap((type) => readerOf(type) ?? []);
  await Promise.all(readers.map(({ preload }) => preload()));
}

/**
 * Loads the editors that most forms need. Who only reads needs none; whoever opens a whole form reads them first, so that its
 * fields are drawn once. Rejects where the server can't be reached.
 */
export async function preloadEditors(): Promise<void> {
  await loadTypes();
  const editors = [...listForms()].flatMap(([type, { isCommon }]) => (isCommon === true ? (editorOf(type) ?? []) : []));
  await Promise.all(editors.map(({ preload }) => preload()));
}
