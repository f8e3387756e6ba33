// Whether mails of the tracker bring an event for calendars.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { TrackerSwitch } from './tracker-switch.tsx';

export function CalendarEvents(): ReactNode {
  const { tracker } = useDefinition();
  return (
    <TrackerSwitch
      part="calendar_events"
      title={t('design.notifications.calendar')}
      text={t('design.notifications.calendarText')}
      label={t('design.notifications.sendsEvents')}
      note={tracker.semantics.timeframe === undefined ? t('design.notifications.noTimeframe') : undefined}
    />
  );
}
