// A reference on its way: the project says what its keyword means, and the page goes there in its place.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { ownPath } from '../../platform/addresses.ts';
import { api, take } from '../../platform/api.ts';
import { Unread } from '../../ui/closed/unread.tsx';
import { Loading } from '../../ui/states.tsx';
import { Page } from '../../ui/things.tsx';

const route = getRouteApi('/goto');

export function ReferencePage(): ReactNode {
  const { key, val: number, group_id: project } = route.useSearch();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: ['/projects', project, 'extract_references', key, number],
    queryFn: () =>
      take(
        api.POST('/projects/{id}/extract_references', {
          params: { path: { id: project } },
          body: { text: `${key} #${number}` },
        }),
      ),
  });
  useEffect(() => {
    if (data === undefined) return;
    const link = data[0]?.link;
    // A keyword of artifacts, or one that is gone.
    const isArtifact = link === undefined || ownPath(link).startsWith('/goto?');
    if (isArtifact) void navigate({ to: '/artifacts/$id', params: { id: String(number) }, replace: true });
    else location.replace(link);
  }, [data]);
  return (
    <Page title={`${key} #${number}`}>
      {error === null ? (
        <Loading />
      ) : (
        <Unread asked={{ project: String(project) }} error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}
