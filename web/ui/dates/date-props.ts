// What a field for a day is given.
import { currentZone, t } from '../../platform/i18n.ts';
import type { Described } from '../forms/fields.tsx';

export interface DateProps extends Described {
  /** `YYYY-MM-DD`, or with `withTime` `YYYY-MM-DDTHH:mm` in the zone of the person; empty for none. */
  value: string;
  onChange(value: string): void;
  withTime?: boolean;
  isDisabled?: boolean;
  autoFocus?: boolean;
}

/** What stands below it: its hint, else in which zone its time is. */
export const hintOf = ({ hint, withTime }: Pick<DateProps, 'hint' | 'withTime'>): DateProps['hint'] =>
  hint ?? (withTime === true ? t('editors.date.zone', { zone: currentZone() }) : undefined);
