// A field for a day that nobody is about to change: it looks like the whole field, which takes its place when it gets the focus or
// is pressed. Forms may have hundreds, and a whole one takes milliseconds.
import { Calendar as CalendarIcon, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocale } from 'react-aria-components';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { LabelText, useDescription } from '../forms/fields.tsx';
import css from '../pickers/pickers.module.css';
import ui from '../ui.module.css';
import { hintOf } from './date-props.ts';
import type { DateProps } from './date-props.ts';
import { writeDay } from './date-texts.ts';
import { lazy } from '../lazy.tsx';

const WholeDate = lazy(async () => (await import('./dates.tsx')).DateField, { prefetch: true });

type Wish = 'typing' | 'calendar';

export function RestingDate(props: DateProps): ReactNode {
  const [wish, setWish] = useState<Wish>();
  if (wish === undefined) return <AtRest {...props} onWake={setWish} />;
  return <WholeDate {...props} autoFocus opensCalendar={wish === 'calendar'} />;
}

function AtRest({ onWake, ...props }: DateProps & { onWake(wish: Wish): void }): ReactNode {
  const { value, onChange, withTime = false, label, error, isRequired } = props;
  const { locale } = useLocale();
  const { control, below } = useDescription({ hint: hintOf(props), error });
  const field = useRef<HTMLButtonElement>(null);
  const [labelId, textId] = [useId(), useId()];
  useEffect(() => void WholeDate.preload().catch(() => undefined), []);
  const wake = (wish: Wish, isStillWanted = (): boolean => true): void => {
    // Where it can't be read, the whole field says so itself.
    const go = (): void => {
      if (isStillWanted()) onWake(wish);
    };
    WholeDate.preload().then(go, go);
  };
  const letters = { day: t('editors.date.dd'), month: t('editors.date.mm'), year: t('editors.date.yyyy') };
  return (
    <div className={ui.field}>
      <label id={labelId} htmlFor={control.id} className={ui.label}>
        <LabelText label={label} isRequired={isRequired} />
      </label>
      <div className={css.control} data-invalid={error !== undefined}>
        <button
          ref={field}
          type="button"
          id={control.id}
          className={css.resting}
          data-placeholder={value === '' || undefined}
          aria-labelledby={`${labelId} ${textId}`}
          aria-describedby={control['aria-describedby']}
          // The press itself decides, which comes after the focus in some browsers and without it in others.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => wake('typing', () => document.activeElement === field.current)}
          onClick={() => wake('typing')}
        >
          <span id={textId}>{writeDay(value, { withTime, locale, letters })}</span>
        </button>
        {value !== '' && (
          <button type="button" className={css.small} aria-label={t('editors.clear')} onClick={() => onChange('')}>
            <X aria-hidden="true" size={14} />
          </button>
        )}
        <button
          type="button"
          className={css.small}
          aria-label={t('editors.date.calendar')}
          aria-describedby={labelId}
          onClick={() => wake('calendar')}
        >
          <CalendarIcon aria-hidden="true" size={14} />
        </button>
      </div>
      {below}
    </div>
  );
}
