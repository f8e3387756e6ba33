// What another access mode of the site opens and closes, before it is saved.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { ErrorState, Loading, Notice } from '../../../../ui/feedback/async-states.tsx';
import { summaryQuery } from '../../site.queries.ts';
import { Link } from '../../../../ui/link.tsx';

const modes = ['anonymous', 'regular', 'restricted'] as const;
type Mode = (typeof modes)[number];

const isMode = (text: string): text is Mode => modes.some((one) => one === text);

/** Sentences about so many projects that are not for their members alone, and so many restricted accounts. */
export function describeChange(from: Mode, to: Mode, counts: { projects: number; restricted: number }): string[] {
  return [
    ...(to === 'anonymous' ? [t('admin.access.opens', { count: counts.projects })] : []),
    ...(from === 'anonymous' ? [t('admin.access.closes', { count: counts.projects })] : []),
    ...(from === 'restricted' ? [t('admin.access.frees', { count: counts.restricted })] : []),
    ...(to === 'restricted' ? [t('admin.access.restricts')] : []),
  ];
}

/** Nothing for what is no mode, which saving refuses. */
export function AccessPreview({ from, to }: { from: string; to: string }): ReactNode {
  const { data, error, refetch } = useQuery(summaryQuery);
  if (!isMode(from) || !isMode(to)) return null;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={2} />;
  const counts = { projects: data.projects.public, restricted: data.accounts.restricted };
  return (
    <Notice>
      {describeChange(from, to, counts).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>
        <Link to="/admin/projects">{t('admin.access.which')}</Link>
      </p>
    </Notice>
  );
}
