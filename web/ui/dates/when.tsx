// When something happened.
import type { ReactNode } from 'react';
import { useDateStyle } from '../../platform/date-style.ts';
import { formatDate, formatRelative } from '../../platform/i18n.ts';

/**
 * How long ago, and the date, as the person prefers: one of them in the title, or both. `isAbsolute`: the date, whatever they prefer.
 * Where the page was drawn a moment before, it says what was true then.
 */
export function When({ iso, isAbsolute = false }: { iso: string; isAbsolute?: boolean }): ReactNode {
  const style = useDateStyle();
  const [date, ago] = [formatDate(iso, true), formatRelative(iso)];
  const isDateFirst = isAbsolute || style.startsWith('absolute_first');
  const [first, second] = isDateFirst ? [date, ago] : [ago, date];
  if (!isAbsolute && style.endsWith('_shown'))
    return (
      <time dateTime={iso} suppressHydrationWarning>
        {first} ({second})
      </time>
    );
  return (
    <time dateTime={iso} title={second} suppressHydrationWarning>
      {first}
    </time>
  );
}
