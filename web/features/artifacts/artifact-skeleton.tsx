// The page of an artifact before it is read: its title where a list said it.
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { findKnownTitle } from '../../platform/known-titles.ts';
import { PageSkeleton } from '../../ui/layout/page-skeleton.tsx';

export function ArtifactSkeleton(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const title = findKnownTitle(useQueryClient(), '/trackers', Number(id), 'title');
  return <PageSkeleton title={title ?? `#${id}`} shape="column" />;
}
