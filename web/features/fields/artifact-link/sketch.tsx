import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Box } from '../box.tsx';

export const LinksSketch = (): ReactNode => (
  <Box>
    <Link2 size={14} aria-hidden="true" /> {t('design.mock.links')}
  </Box>
);
