// The chart that a field holds: a burndown or a burnup.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { isRecord } from '../../platform/parse-unknown.ts';
import { todayHere } from '../dates/calendar-day.ts';
import { BurndownChart } from './chart-burndown.tsx';
import { BurnupChart } from './chart-burnup.tsx';
import { readBurndown, readBurnup } from './effort-points.ts';

interface Props {
  title: string;
  kind: 'burndown' | 'burnup';
  /** As the API gives it. */
  value: unknown;
}

export function EffortChart({ title, kind, value }: Props): ReactNode {
  const isTooMuch = isRecord(value) && value['is_under_calculation'] === true;
  const empty = t(isTooMuch ? 'charts.tooMuch' : 'charts.noSpan');
  if (kind === 'burnup') return <BurnupChart title={title} empty={empty} {...readBurnup(value)} />;
  const points = readBurndown(value);
  const nothing = points.dates.length === 0 ? empty : undefined;
  return <BurndownChart title={title} today={todayHere()} empty={nothing} {...points} />;
}
