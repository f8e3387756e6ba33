// Readers and editors of values, by the types of fields that have them. Each is loaded once.
import type { ReactNode } from 'react';
import { Loading } from '../../../ui/feedback/async-states.tsx';
import { lazyByName } from '../../../ui/lazy.tsx';
import { listParts, loadParts, partsOf } from '../../fields/index.ts';
import type { EditorProps, ReaderProps } from '../../fields/index.ts';
import { isTall } from './edits.ts';
import css from './form.module.css';

const Coming = ({ edit }: EditorProps): ReactNode => (
  <div className={css.coming} data-tall={isTall(edit)}>
    <Loading lines={2} />
  </div>
);

/** undefined for types whose values are shown by their shapes. */
export const readerOf = lazyByName<ReaderProps>(
  (type) => {
    const load = partsOf(type)?.loadReader;
    return load && (async () => (await load()).Reader);
  },
  { Fallback: () => <Loading lines={1} /> },
);

/** undefined for types that nobody fills in. */
export const editorOf = lazyByName<EditorProps>(
  (type) => {
    const load = partsOf(type)?.loadEditor;
    return load && (async () => (await load()).Editor);
  },
  { Fallback: Coming },
);

/** Rejects where the server can't be reached. */
export async function preloadReaders(): Promise<void> {
  await loadParts();
  const readers = [...listParts().keys()].flatMap((type) => readerOf(type) ?? []);
  await Promise.all(readers.map(({ preload }) => preload()));
}

/**
 * Loads the editors that most forms need. Who only reads needs none; whoever opens a whole form reads them first, so that its
 * fields are drawn once. Rejects where the server can't be reached.
 */
export async function preloadEditors(): Promise<void> {
  await loadParts();
  const editors = [...listParts()].flatMap(([type, { isCommon }]) => (isCommon === true ? (editorOf(type) ?? []) : []));
  await Promise.all(editors.map(({ preload }) => preload()));
}
