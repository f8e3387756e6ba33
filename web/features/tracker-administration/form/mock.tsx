// How a field looks in the form, without doing anything.
import type { ReactNode } from 'react';
import { lazyByName } from '../../../ui/lazy.tsx';
import { listParts, loadParts, loadPlainSketch, partsOf } from '../../fields/index.ts';
import type { SketchProps } from '../../fields/index.ts';
import type { DraftField } from '../definition/definition-draft.ts';
import css from './form.module.css';

const sketchOf = lazyByName<SketchProps>((type) => {
  const load = partsOf(type)?.loadSketch ?? loadPlainSketch;
  return async () => (await load()).Sketch;
});

/** Loads what draws the types. Rejects where the server can't be reached. */
export async function preloadSketches(): Promise<void> {
  await loadParts();
  const sketches = [...listParts().keys()].flatMap((type) => sketchOf(type) ?? []);
  await Promise.all(sketches.map(({ preload }) => preload()));
}

function Control({ field }: { field: DraftField }): ReactNode {
  // What has values is drawn with them, also where the pages do not know its type.
  const isUnknownList = field.bind !== undefined && partsOf(field.type)?.loadSketch === undefined;
  const Sketch = sketchOf(isUnknownList ? 'shared' : field.type);
  return Sketch === undefined ? null : <Sketch field={field} />;
}

export const Mock = ({ field, isReadOnly }: { field: DraftField; isReadOnly: boolean }): ReactNode => (
  <span className={css.mock} data-read={isReadOnly}>
    <Control field={field} />
    {field.description !== '' && <span className={css.fieldHint}>{field.description}</span>}
  </span>
);
