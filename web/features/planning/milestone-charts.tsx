// How a milestone goes from day to day.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { BurndownChart } from '../../ui/charts/chart-burndown.tsx';
import { todayHere } from '../../ui/dates/calendar-day.ts';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { burndownOf } from './burndown.ts';
import type { Milestone } from './plan.ts';

export function MilestoneBurndown({ milestone }: { milestone: Milestone }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['planning', milestone.project.id, 'burndown', milestone.id],
    queryFn: () => take(api.GET('/milestones/{id}/burndown', { params: { path: { id: milestone.id } } })),
    enabled: milestone.burndown_uri !== null,
  });
  if (milestone.burndown_uri === null) return null;
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return <Loading />;
  return <BurndownChart title={t('planning.burndown')} today={todayHere()} {...burndownOf(data)} />;
}
