// What can be done with the cards that are selected, in a bar that floats over the board.
import { ArrowRightLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../button.tsx';
import { Menu } from '../overlays/overlays.tsx';
import { mayAllStandIn } from './board-rules.ts';
import type { Card, Column } from './board-rules.ts';
import css from './board.module.css';

interface Props {
  chosen: readonly Card[];
  columns: readonly Column[];
  isMovable: boolean;
  onMove(columnId: string): void;
  onClear(): void;
  /** What else the board offers, such as changes of fields. */
  children?: ReactNode;
}

export const SelectionBar = ({ chosen, columns, isMovable, onMove, onClear, children }: Props): ReactNode => (
  <div className={css.chosen} role="toolbar" aria-label={t('boards.selection')}>
    <strong>{t('boards.chosen', { count: chosen.length })}</strong>
    {isMovable && (
      <Menu
        label={t('boards.moveSelected')}
        trigger={
          <Button>
            <ArrowRightLeft aria-hidden="true" /> {t('boards.moveSelected')}
          </Button>
        }
        actions={() =>
          columns.map(({ id, label }) => ({
            id,
            label,
            isDisabled: !mayAllStandIn(chosen, id) || chosen.every(({ columnId }) => columnId === id),
            run: () => onMove(id),
          }))
        }
      />
    )}
    {children}
    <Button tone="quiet" onPress={onClear}>
      <X aria-hidden="true" /> {t('boards.clear')}
    </Button>
  </div>
);
