// Trackers that something can be created in from here: those of the project, then those that the person was in lately.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from '../../../platform/effects.ts';
import { useSelf } from '../../../platform/session.ts';
import { personalStore } from '../../../platform/storage/personal-storage.ts';
import { projectByIdQuery, summaryQuery, trackersQuery, useServicesOff } from '../../projects/index.ts';
import { noteRecentTracker, readRecentTrackers } from './recent-trackers.ts';
import type { RecentTracker } from './recent-trackers.ts';
import { useHere } from '../use-here.ts';

export interface CreateTargets {
  project: string | undefined;
  here: readonly RecentTracker[];
  recent: readonly RecentTracker[];
  /** Where a tracker of the project is created; undefined for who may not. */
  newTrackerPage?: string;
}

/** Notes the tracker of the page as the latest, too; used once. */
export function useCreateTargets(): CreateTargets {
  const self = useSelf();
  const place = useHere();
  const projectId = place?.projectId ?? 0;
  const isHere = place !== undefined && self !== undefined;
  const { data: project } = useQuery({ ...projectByIdQuery(projectId), enabled: isHere });
  const { data: trackers } = useQuery({ ...trackersQuery(projectId), enabled: isHere });
  const { data: summary } = useQuery({ ...summaryQuery(projectId), enabled: isHere });
  const isOff = useServicesOff(isHere ? projectId : undefined)('plugin_tracker');
  const tracker = place?.tracker;
  const label = project?.label;
  const userId = self?.id;
  useEffect(() => {
    if (userId === undefined || tracker === undefined || label === undefined) return;
    noteRecentTracker(personalStore, userId, { ...tracker, project: label, projectId });
  }, [userId, tracker, label, projectId]);
  if (userId === undefined) return { project: undefined, here: [], recent: [] };
  const here =
    isHere && !isOff
      ? (trackers ?? [])
          .filter(({ mayCreate }) => mayCreate)
          .map((entry) => ({ ...entry, project: label ?? '', projectId }))
      : [];
  const known = new Set((isHere ? trackers : undefined)?.map(({ id }) => id));
  return {
    project: isHere ? label : undefined,
    here,
    ...(isHere && !isOff && summary?.may_administer === true && project
      ? { newTrackerPage: `/projects/${project.shortname}/trackers/new` }
      : {}),
    recent: readRecentTrackers(personalStore, userId).filter(({ id }) => !known.has(id)),
  };
}
