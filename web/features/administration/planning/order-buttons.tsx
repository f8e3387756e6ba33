// Up and down beside one of a list, and away with it.
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';

interface Props {
  name: string;
  at: number;
  count: number;
  isDisabled?: boolean;
  onMove(by: -1 | 1): void;
  /** Without it, it stays. */
  onRemove?: (() => void) | undefined;
}

export const OrderButtons = ({ name, at, count, isDisabled = false, onMove, onRemove }: Props): ReactNode => (
  <>
    <Button
      tone="quiet"
      isIcon
      aria-label={t('plans.up', { name })}
      isDisabled={isDisabled || at === 0}
      onPress={() => onMove(-1)}
    >
      <ArrowUp />
    </Button>
    <Button
      tone="quiet"
      isIcon
      aria-label={t('plans.down', { name })}
      isDisabled={isDisabled || at === count - 1}
      onPress={() => onMove(1)}
    >
      <ArrowDown />
    </Button>
    {onRemove !== undefined && (
      <Button tone="quiet" isIcon aria-label={t('plans.remove', { name })} isDisabled={isDisabled} onPress={onRemove}>
        <Trash2 />
      </Button>
    )}
  </>
);
