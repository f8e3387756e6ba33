import type { ReactNode } from 'react';
import { Box, textOf } from '../box.tsx';
import type { SketchProps } from '../field-parts.ts';

export const TextSketch = ({ field }: SketchProps): ReactNode => (
  <Box isTall>{textOf(field.properties['default_value'])}</Box>
);
