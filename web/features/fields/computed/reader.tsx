import type { ReactNode } from 'react';
import { formatExact, t } from '../../../platform/i18n.ts';
import { numberIn } from '../../../platform/parse-unknown.ts';
import ui from '../../../ui/ui.module.css';
import type { ReaderProps } from '../field-parts.ts';
import { Nothing } from '../nothing.tsx';

export function ComputedReader({ value }: ReaderProps): ReactNode {
  const isAuto = value?.['is_autocomputed'] !== false;
  const number = isAuto ? numberIn(value, 'value') : numberIn(value, 'manual_value');
  if (number === undefined) return <Nothing />;
  return (
    <span>
      {formatExact(number)} {isAuto && <span className={`${ui.faint} ${ui.small}`}>{t('form.computed.isAuto')}</span>}
    </span>
  );
}
