import { Calendar } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Box, textOf } from '../box.tsx';
import type { SketchProps } from '../field-parts.ts';

export function DateSketch({ field }: SketchProps): ReactNode {
  const start = textOf(field.properties['default_value']);
  return (
    <Box>
      <Calendar size={14} aria-hidden="true" /> {start === 'today' ? t('design.today') : start}
    </Box>
  );
}
