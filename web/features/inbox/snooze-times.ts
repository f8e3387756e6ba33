// When a snoozed entry can come back.
import { fromAbsolute, getDayOfWeek } from '@internationalized/date';

export interface SnoozeTime {
  id: 'today' | 'tomorrow' | 'week';
  /** In ISO 8601. */
  until: string;
}

const eveningHour = 18;
const morningHour = 9;

/** Later today until it is evening, tomorrow, next Monday; in the zone of the person. */
export function listSnoozeTimes(nowMs: number, zone: string): SnoozeTime[] {
  const now = fromAbsolute(nowMs, zone);
  const at = (days: number, hour: number): string =>
    now.add({ days }).set({ hour, minute: 0, second: 0, millisecond: 0 }).toAbsoluteString();
  // Sunday is day 0.
  const toMonday = (8 - getDayOfWeek(now, 'en-US')) % 7 || 7;
  return [
    ...(now.hour < eveningHour ? [{ id: 'today', until: at(0, eveningHour) } as const] : []),
    { id: 'tomorrow', until: at(1, morningHour) },
    { id: 'week', until: at(toMonday, morningHour) },
  ];
}
