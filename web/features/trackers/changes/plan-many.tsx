// Puts the chosen rows into the backlog of their project, where that is filled by hand and takes what their tracker has.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { planningsQuery } from '../../projects/index.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

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
  const { submit, isSending } = useSubmit({
    invalidates: [['planning', projectId]],
    toast: t('trackers.planned', { count: ids.size }),
    errors: 'toast',
  });
  const { data: plannings = [] } = useQuery(planningsQuery(projectId));
  // Where there is no planning, or none that the person may see, nothing is offered.
  const { data: fillers = [] } = useQuery({ ...fillersQuery(projectId), enabled: plannings.length > 0 });
  if (!fillers.includes(tracker.id)) return null;
  const plan = (): Promise<void> => {
    const body = { add: [...ids].map((id) => ({ id })) };
    return settle(api.PATCH('/projects/{id}/backlog', { params: { path: { id: projectId } }, body }));
  };
  return (
    <Button isDisabled={isDisabled || isSending} onPress={() => void submit(plan)}>
      {t('trackers.plan')}
    </Button>
  );
}
