import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Box } from '../box.tsx';

export const GroupsSketch = (): ReactNode => (
  <Box>
    <Lock size={14} aria-hidden="true" /> {t('design.mock.groups')}
  </Box>
);
