// Puts the chosen rows into the backlog of their project, where that is filled by hand and takes what their tracker has.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { say } from '../../../ui/messages.tsx';
import { describeError } from '../../../ui/states.tsx';
import { planningsQuery } from '../../projects/index.ts';

/** Ids of the trackers from which the person may fill the backlog of a project by hand. */
const fillersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['planning', projectId, 'fillers'],
    queryFn: async (): Promise<number[]> => {
      const path = { id: projectId };
      const setting = await take(api.GET('/projects/{id}/backlog_setting', { params: { path } }));
      if (!setting.is_explicit) return [];
      const { accept, has_user_priority_change_permission: mayPlan } = await take(
        api.GET('/v2/projects/{id}/backlog', { params: { path, query: { limit: 0 } } }),
      );
      return mayPlan ? accept.trackers.map(({ id }) => id) : [];
    },
    retry: false,
  });

interface Props {
  tracker: { id: number; project: { id: number } };
  ids: ReadonlySet<number>;
  isDisabled: boolean;
}

export function PlanMany({ tracker, ids, isDisabled }: Props): ReactNode {
  const projectId = tracker.project.id;
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { data: plannings = [] } = useQuery(planningsQuery(projectId));
  // Where there is no planning, or none that the person may see, nothing is offered.
  const { data: fillers = [] } = useQuery({ ...fillersQuery(projectId), enabled: plannings.length > 0 });
  if (!fillers.includes(tracker.id)) return null;
  const plan = async (): Promise<void> => {
    setBusy(true);
    try {
      const body = { add: [...ids].map((id) => ({ id })) };
      await settle(api.PATCH('/projects/{id}/backlog', { params: { path: { id: projectId } }, body }));
      await queryClient.invalidateQueries({ queryKey: ['planning', projectId] });
      say('success', t('trackers.planned', { count: ids.size }));
    } catch (error) {
      say('error', describeError(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button isDisabled={isDisabled || isBusy} onPress={() => void plan()}>
      {t('trackers.plan')}
    </Button>
  );
}
