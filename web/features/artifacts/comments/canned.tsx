// Texts that the tracker offers to who writes a comment.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/overlays/overlays.tsx';

const cannedQuery = (trackerId: number) =>
  queryOptions({
    queryKey: ['/trackers', trackerId, 'canned_responses'],
    queryFn: () => take(api.GET('/trackers/{id}/canned_responses', { params: { path: { id: trackerId } } })),
    staleTime: 10 * 60_000,
  });

/** Nothing where the tracker has none. */
export function CannedResponses({
  trackerId,
  onChoose,
}: {
  trackerId: number;
  onChoose(text: string): void;
}): ReactNode {
  const { data = [] } = useQuery(cannedQuery(trackerId));
  if (data.length === 0) return null;
  return (
    <Menu
      label={t('talk.canned')}
      trigger={
        <Button tone="quiet">
          <MessageSquareText aria-hidden="true" />
          {t('talk.canned')}
        </Button>
      }
      actions={data.map(({ title, body }, index) => ({ id: String(index), label: title, run: () => onChoose(body) }))}
    />
  );
}
