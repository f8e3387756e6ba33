import { useQuery } from '@tanstack/react-query';
import { api, take } from '../../platform/api.ts';
import { useSelf } from '../../platform/session.ts';

const seldomMs = 5 * 60_000;

/** Whether the reader administers a project: not so until that is known. */
export function useAdministers(projectId: number | undefined): { isKnown: boolean; administers: boolean } {
  const self = useSelf();
  const { data, isPending, isEnabled } = useQuery({
    queryKey: ['/projects', projectId, 'summary'],
    queryFn: () => take(api.GET('/projects/{id}/summary', { params: { path: { id: projectId ?? 0 } } })),
    enabled: self !== undefined && projectId !== undefined,
    staleTime: seldomMs,
    retry: false,
  });
  return { isKnown: !isEnabled || !isPending, administers: data?.may_administer === true };
}
