import { useQuery } from '@tanstack/react-query';
import { api, take } from '../../platform/api.ts';
import { useSelf } from '../../platform/session.ts';

const seldomMs = 5 * 60_000;

/** Whether the reader administers a project; false until that is known. */
export function useAdministers(projectId: number | undefined): boolean {
  const self = useSelf();
  const { data } = useQuery({
    queryKey: ['/projects', projectId, 'summary'],
    queryFn: () => take(api.GET('/projects/{id}/summary', { params: { path: { id: projectId ?? 0 } } })),
    enabled: self !== undefined && projectId !== undefined,
    staleTime: seldomMs,
    retry: false,
  });
  return data?.may_administer === true;
}
