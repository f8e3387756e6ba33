// An artifact beside something else than its tracker's table.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PeekPanel } from './peek-panel.tsx';
import { trackerQuery } from './trackers.queries.ts';

interface Props {
  trackerId: number;
  id: number;
  onClose(): void;
}

export function ArtifactPeek({ trackerId, id, onClose }: Props): ReactNode {
  const { data: tracker } = useQuery(trackerQuery(trackerId));
  return tracker === undefined ? null : <PeekPanel tracker={tracker} id={id} onClose={onClose} />;
}
