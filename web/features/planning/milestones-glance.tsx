// The open milestones of a project, where they are not the whole page: how far each is, and the burndown of those that go on.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Empty, ErrorState, Loading, useLoading } from '../../ui/feedback/async-states.tsx';
import { Badge } from '../../ui/badge.tsx';
import ui from '../../ui/ui.module.css';
import { MilestoneBurndown, ProjectVelocity } from './milestone-charts.tsx';
import { MilestoneHead } from './milestone-column.tsx';
import type { Milestone } from './plan.ts';
import { itemsQuery, milestonesQuery } from './planning.queries.ts';
import css from './planning.module.css';
import { Link } from '../../ui/link.tsx';

/** Of the outer milestones, and of those inside each. */
const shownMax = 5;

export function MilestonesGlance({ projectId }: { projectId: number }): ReactNode {
  const { data, error, refetch } = useQuery(milestonesQuery({ projectId }, false));
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={6} />;
  return (
    <div className={css.glances}>
      {data.length === 0 ? (
        <Empty title={t('planning.noneOpen')} />
      ) : (
        <ul className={css.glances}>
          {data.slice(0, shownMax).map((milestone) => (
            <li key={milestone.id}>
              <Glance milestone={milestone} />
            </li>
          ))}
        </ul>
      )}
      <ProjectVelocity projectId={projectId} />
    </div>
  );
}

/** One milestone in a few lines, and those inside it. */
function Glance({ milestone, isInner = false }: { milestone: Milestone; isInner?: boolean }): ReactNode {
  const owner = { projectId: milestone.project.id };
  const { data: content, isLoading } = useQuery(itemsQuery(owner, String(milestone.id)));
  const { data: inner = [], isLoading: isInnerLoading } = useQuery({
    ...milestonesQuery({ ...owner, milestoneId: milestone.id }, false),
    enabled: milestone.sub_milestone_type !== null && !isInner,
  });
  useLoading(isLoading || isInnerLoading);
  const hasChart = milestone.burndown_uri !== null && milestone.start_date !== null;
  return (
    <div className={css.glance}>
      <div className={ui.row}>
        <Link to="/milestones/$id" params={{ id: String(milestone.id) }}>
          <strong>{milestone.label}</strong>
        </Link>
        {milestone.status_value !== '' && <Badge>{milestone.status_value}</Badge>}
      </div>
      {content !== undefined && <MilestoneHead milestone={milestone} items={content.items} hasMore={content.hasMore} />}
      {hasChart && <MilestoneBurndown milestone={milestone} />}
      {inner.slice(0, shownMax).map((one) => (
        <Glance key={one.id} milestone={one} isInner />
      ))}
    </div>
  );
}
