// A reference on its way: the project says what its keyword means, and the page goes there in its place.
import { readLink } from '../../../contract/addresses.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { ownPath, pageOf } from '../../platform/addresses.ts';
import { api, take } from '../../platform/api.ts';
import { Unread } from '../../ui/no-access/read-error.tsx';
import { Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';

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
    const link = readLink(data[0]?.link ?? '');
    const page = link === undefined ? '/goto?' : pageOf(ownPath(link));
    // A keyword that is gone leads to an artifact, as keywords of artifacts do.
    if (link === undefined || page.startsWith('/goto?'))
      void navigate({ to: '/artifacts/$id', params: { id: String(number) }, replace: true });
    else location.replace(page === ownPath(link) ? link : page);
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
