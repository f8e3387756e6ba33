// How a milestone goes from day to day, and how much those inside it did.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { formatNumber, t } from '../../platform/i18n.ts';
import { BarChart } from '../../ui/charts/chart-bars.tsx';
import { EffortChart } from '../../ui/charts/effort-chart.tsx';
import { ErrorState, Loading, useLoading } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import type { Milestone } from './plan.ts';
import { planKey, planningsQuery } from '../projects/index.ts';
import { effortQuery } from './planning.queries.ts';
import { fieldIs } from '../fields/index.ts';

interface Props {
  milestone: Milestone;
}

export function MilestoneBurndown({ milestone }: Props): ReactNode {
  const { data, error } = useQuery({
    queryKey: [...planKey(milestone.project.id), 'burndown', milestone.id],
    queryFn: () => take(api.GET('/milestones/{id}/burndown', { params: { path: { id: milestone.id } } })),
    enabled: milestone.burndown_uri !== null,
  });
  const { data: effort } = useQuery({
    ...effortQuery(milestone.project.id, milestone.id),
    enabled: milestone.burndown_uri !== null,
  });
  if (milestone.burndown_uri === null) return null;
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return <Loading />;
  const unit = effort?.source === 'remaining_effort' ? effort.unit : null;
  const title = unit === null ? t('planning.burndown') : t(`planning.burndown.${unit}`);
  return <EffortChart title={title} kind="burndown" value={data} />;
}

/** Where its tracker has a field for it. */
export function MilestoneBurnup({ milestone }: Props): ReactNode {
  const { data } = useQuery({
    queryKey: [...planKey(milestone.project.id), 'burnup', milestone.id],
    queryFn: async () => {
      const artifact = await take(api.GET('/artifacts/{id}', { params: { path: { id: milestone.id } } }));
      return (artifact.values ?? []).find(fieldIs.burnup) ?? null;
    },
  });
  if (data === undefined || data === null) return null;
  return <EffortChart title={t('planning.burnup')} kind="burnup" value={data['value']} />;
}

/** How much each of the milestones inside it did. */
export function MilestoneVelocity({ milestone }: Props): ReactNode {
  const { data } = useQuery({
    queryKey: [...planKey(milestone.project.id), 'velocity', milestone.id],
    queryFn: () => take(api.GET('/milestones/{id}/velocity', { params: { path: { id: milestone.id } } })),
    enabled: milestone.sub_milestone_type !== null,
  });
  return <VelocityChart velocity={data} heading={milestone.sub_milestone_type?.label ?? ''} />;
}

/** How much each of the milestones of a project that are part of no other did. */
export function ProjectVelocity({ projectId }: { projectId: number }): ReactNode {
  const { data, isLoading } = useQuery({
    queryKey: [...planKey(projectId), 'velocity'],
    queryFn: () => take(api.GET('/projects/{id}/velocity', { params: { path: { id: projectId } } })),
  });
  const { data: plannings = [] } = useQuery(planningsQuery(projectId));
  useLoading(isLoading);
  return <VelocityChart velocity={data} heading={plannings[0]?.milestone_tracker.label ?? ''} />;
}

/** Nothing where no milestone is done. */
function VelocityChart({
  velocity,
  heading,
}: {
  velocity: Schemas['Velocity'] | undefined;
  heading: string;
}): ReactNode {
  if (velocity === undefined) return null;
  const { milestones, without_start: left } = velocity;
  if (milestones.length === 0 && left.length === 0) return null;
  const values = milestones.map((one) => one.velocity);
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return (
    <>
      <BarChart
        title={t('planning.velocity')}
        description={
          values.length === 0
            ? undefined
            : t('planning.velocityMean', { value: formatNumber(Math.round(mean * 10) / 10) })
        }
        heading={heading}
        categories={milestones.map(({ label }) => ({ label }))}
        series={[{ label: t('planning.velocity'), values }]}
      />
      {left.length > 0 && (
        <p className={`${ui.faint} ${ui.small}`}>{t('planning.withoutStart', { count: left.length })}</p>
      )}
    </>
  );
}
