import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNumber } from '../../platform/addresses.ts';
import { t } from '../../platform/i18n.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Unread } from '../../ui/no-access/read-error.tsx';
import { ReportSkeleton } from './report-skeleton.tsx';
import { ReportView } from './report-view.tsx';
import { contextOf } from './read-report.ts';
import { trackerQuery } from './trackers.queries.ts';
import { route, useReport } from './use-report.ts';

export function ReportPage(): ReactNode {
  const { tracker } = route.useParams();
  return isNumber(tracker) ? <Report id={Number(tracker)} /> : <NoAccess title={tracker} />;
}

function Report({ id }: { id: number }): ReactNode {
  const { data: tracker, error, refetch } = useQuery(trackerQuery(id));
  const open = useReport(tracker, id);
  usePageContext(tracker && contextOf(tracker));
  if (error !== null)
    return (
      <Page title={tracker?.label ?? t('trackers.report')}>
        <Unread asked={{ tracker: id }} error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (open === undefined) return <ReportSkeleton />;
  return <ReportView key={id} open={open} />;
}
