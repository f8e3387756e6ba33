// Folds a column of a board away, and unfolds it.
import { ChevronsLeftRight, ChevronsRightLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../button.tsx';

interface Props {
  column: { label: string; isFolded?: boolean | undefined };
  onFold(): void;
}

export const FoldButton = ({ column: { label, isFolded = false }, onFold }: Props): ReactNode => (
  <Button
    tone="quiet"
    isIcon
    aria-label={t(isFolded ? 'boards.unfold' : 'boards.fold', { column: label })}
    aria-expanded={!isFolded}
    onPress={onFold}
  >
    {isFolded ? <ChevronsLeftRight /> : <ChevronsRightLeft />}
  </Button>
);
