// Parts of forms in the form designer.
import type { ReactNode } from 'react';
import { textOf } from '../box.tsx';
import type { SketchProps } from '../field-parts.ts';
import css from '../sketch.module.css';

export const StaticTextSketch = ({ field }: SketchProps): ReactNode => (
  <span className={css.static}>{textOf(field.properties['static_value']).replaceAll(/<[^>]*>/g, ' ')}</span>
);

export const SeparatorSketch = (): ReactNode => <span className={css.line} />;

export const LineBreakSketch = (): ReactNode => null;
