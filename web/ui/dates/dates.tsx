// A day, or a day with its time: typed by its parts, pasted, or chosen in a calendar.
import { now, parseDate, parseDateTime, toCalendarDateTime, today } from '@internationalized/date';
import type { CalendarDate, CalendarDateTime } from '@internationalized/date';
import { Calendar as CalendarIcon, ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import type { ClipboardEvent, ReactNode } from 'react';
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Popover,
  useLocale,
} from 'react-aria-components';
import { currentZone, t } from '../../platform/i18n.ts';
import { Button } from '../button.tsx';
import { readDay, readWritten } from './date-texts.ts';
import { Below, FieldLabel } from '../pickers/field-texts.tsx';
import { hintOf } from './date-props.ts';
import type { DateProps } from './date-props.ts';
import css from '../pickers/pickers.module.css';
import ui from '../ui.module.css';

interface WholeProps extends DateProps {
  /** Whether the calendar is open from the beginning. */
  opensCalendar?: boolean;
}

const parse = (text: string, withTime: boolean): CalendarDate | CalendarDateTime | null => {
  const day = readDay(text, withTime);
  return day === undefined ? null : withTime ? parseDateTime(day) : parseDate(day);
};

const write = (value: CalendarDate | CalendarDateTime | null): string => value?.toString().slice(0, 16) ?? '';

const MonthView = (): ReactNode => (
  <Calendar className={css.calendar}>
    <div className={css.calendarHead}>
      <AriaButton slot="previous" className={css.small} aria-label={t('editors.date.previous')}>
        <ChevronLeft aria-hidden="true" size={16} />
      </AriaButton>
      <Heading />
      <AriaButton slot="next" className={css.small} aria-label={t('editors.date.next')}>
        <ChevronRight aria-hidden="true" size={16} />
      </AriaButton>
    </div>
    <CalendarGrid>{(date) => <CalendarCell date={date} className={css.day} />}</CalendarGrid>
  </Calendar>
);

export function DateField(whole: WholeProps): ReactNode {
  const { value, onChange, withTime = false, autoFocus, opensCalendar = false, ...props } = whole;
  const [isOpen, setOpen] = useState(opensCalendar);
  const { locale } = useLocale();
  const setNow = (): void => {
    onChange(write(withTime ? toCalendarDateTime(now(currentZone())) : today(currentZone())));
    setOpen(false);
  };
  const paste = (event: ClipboardEvent): void => {
    const day = readWritten(event.clipboardData.getData('text'), { withTime, locale });
    if (day === undefined) return;
    event.preventDefault();
    onChange(day);
  };
  return (
    <DatePicker
      value={parse(value, withTime)}
      onChange={(next) => onChange(write(next))}
      granularity={withTime ? 'minute' : 'day'}
      isOpen={isOpen}
      onOpenChange={setOpen}
      isDisabled={props.isDisabled === true}
      isInvalid={props.error !== undefined}
      isRequired={props.isRequired === true}
      autoFocus={autoFocus === true}
      shouldForceLeadingZeros
      validationBehavior="aria"
      className={ui.field}
    >
      <FieldLabel {...props} />
      <Group className={css.control} onPaste={paste}>
        <DateInput className={css.date}>
          {(segment) => <DateSegment segment={segment} className={css.segment} />}
        </DateInput>
        {value !== '' && props.isDisabled !== true && (
          <button type="button" className={css.small} aria-label={t('editors.clear')} onClick={() => onChange('')}>
            <X aria-hidden="true" size={14} />
          </button>
        )}
        <AriaButton className={css.small} aria-label={t('editors.date.calendar')}>
          <CalendarIcon aria-hidden="true" size={14} />
        </AriaButton>
      </Group>
      <Below hint={hintOf(whole)} error={props.error} />
      <Popover className={`${ui.popover} ${css.calendarPopover}`}>
        <Dialog aria-label={t('editors.date.calendar')}>
          <MonthView />
          <div className={css.calendarFoot}>
            <Button onPress={setNow}>{withTime ? t('editors.date.now') : t('editors.date.today')}</Button>
          </div>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}
