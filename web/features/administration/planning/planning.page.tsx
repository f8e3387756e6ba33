// How a project plans: plannings, its backlog, boards of milestones, kanbans, and whether it is a program.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import css from '../administration.module.css';
import { useProject } from '../project/project-administration.layout.tsx';
import { BacklogSection } from './backlog-section.tsx';
import { KanbansSection } from './kanbans-section.tsx';
import { planningSettingsQuery, wholeTrackersQuery } from './planning-setup.queries.ts';
import { PlanningsSection } from './plannings-section.tsx';
import { ProgramSection } from './program-section.tsx';
import { WallsSection } from './walls-section.tsx';

export function PlanningPage(): ReactNode {
  const { id } = useProject();
  const { data: trackers, error, refetch } = useQuery(wholeTrackersQuery(id));
  const { data: plannings = [] } = useQuery(planningSettingsQuery(id));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (trackers === undefined) return <Loading lines={8} />;
  return (
    <div className={css.list}>
      <PlanningsSection trackers={trackers} />
      <BacklogSection trackers={trackers} />
      <WallsSection trackers={trackers} plannings={plannings} />
      <KanbansSection trackers={trackers} />
      <ProgramSection trackers={trackers} />
    </div>
  );
}
