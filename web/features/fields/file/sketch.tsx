import { File } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Box } from '../box.tsx';

export const FileSketch = (): ReactNode => (
  <Box>
    <File size={14} aria-hidden="true" /> {t('design.mock.file')}
  </Box>
);
