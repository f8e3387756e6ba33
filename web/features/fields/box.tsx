import type { ReactNode } from 'react';
import type { SketchProps } from './field-parts.ts';
import css from './sketch.module.css';

/** The sketch of a control that is a box. */
export const Box = ({ isTall = false, children }: { isTall?: boolean; children: ReactNode }): ReactNode => (
  <span className={css.box} data-tall={isTall}>
    {children}
  </span>
);

/** A setting as a text; empty for what is none. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Of types that have no sketch of their own. */
export const PlainSketch = ({ field }: SketchProps): ReactNode => (
  <Box>{textOf(field.properties['default_value'])}</Box>
);
