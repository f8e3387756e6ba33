// The page of a report before it is read: the name of its tracker where a list of trackers said it.
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { findKnownTitle } from '../../platform/known-titles.ts';
import { PageSkeleton } from '../../ui/layout/page-skeleton.tsx';

export function ReportSkeleton(): ReactNode {
  const { tracker = '' } = useParams({ strict: false });
  return <PageSkeleton title={findKnownTitle(useQueryClient(), '/projects', Number(tracker), 'label')} shape="rows" />;
}
