// A milestone by itself: when it is, how far it is, what it holds, its chart.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isNumber } from '../../platform/addresses.ts';
import { isRefusedWith } from '../../platform/api.ts';
import { atLeast, t } from '../../platform/i18n.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useGatheredEvents } from '../../platform/live/use-gathered-events.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { Rows } from '../../ui/layout/rows.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Markup } from '../../ui/markdown/markup.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { MilestoneBurndown, MilestoneBurnup, MilestoneVelocity } from './milestone-charts.tsx';
import { showEffort } from './effort.ts';
import type { EffortUnit } from './effort.ts';
import { LoadBar } from './load-bar.tsx';
import { Report } from './milestone-report.tsx';
import { spanOf } from './milestone-column.tsx';
import { hasTaskboard } from '../projects/index.ts';
import type { Item, Milestone } from './plan.ts';
import { effortQuery, itemsQuery, milestoneQuery, milestonesQuery } from './planning.queries.ts';
import css from './planning.module.css';

const route = getRouteApi('/milestones/$id');

const Items = ({ items, unit }: { items: readonly Item[]; unit: EffortUnit }): ReactNode => (
  <>
    <h2>{t('planning.content')}</h2>
    {items.length === 0 ? (
      <Empty title={t('planning.empty')}>
        <p>{t('planning.emptyText')}</p>
      </Empty>
    ) : (
      <Rows
        label={t('planning.content')}
        rows={items.map(({ id, label, short_type: type, color, full_status: status, initial_effort: effort }) => ({
          key: id,
          to: `/artifacts/${id}`,
          title: label === '' ? t('planning.untitled') : label,
          reference: `${type} #${id}`,
          colour: color,
          status: status === null ? undefined : { label: status.value, colour: status.color },
          more: effort === null || effort === 0 ? undefined : showEffort(effort, unit),
        }))}
      />
    )}
  </>
);

function Content({ milestone }: { milestone: Milestone }): ReactNode {
  const owner = { projectId: milestone.project.id };
  const { data: content, error } = useQuery(itemsQuery(owner, String(milestone.id)));
  const { data: measured } = useQuery(effortQuery(owner.projectId, milestone.id));
  const { data: inner = [] } = useQuery({
    ...milestonesQuery({ ...owner, milestoneId: milestone.id }, true),
    enabled: milestone.sub_milestone_type !== null,
  });
  if (error !== null) return <ErrorState error={error} />;
  if (content === undefined) return <Loading lines={6} />;
  const { items } = content;
  const unit = measured?.estimate_unit ?? null;
  const done = items.filter(({ status }) => status === 'Closed').length;
  return (
    <div className={css.columns}>
      <div className={css.sections}>
        {inner.length > 0 && (
          <>
            <h2>{milestone.sub_milestone_type?.label}</h2>
            <Rows
              label={milestone.sub_milestone_type?.label ?? ''}
              rows={inner.map((one) => ({
                key: one.id,
                to: `/milestones/${one.id}`,
                title: one.label,
                colour: one.artifact.tracker.color,
                status: one.status_value === '' ? undefined : { label: one.status_value, colour: null },
                more: spanOf(one),
              }))}
            />
          </>
        )}
        {milestone.semantic_status === 'closed' ? (
          <Report id={milestone.id} unit={unit} />
        ) : (
          <Items items={items} unit={unit} />
        )}
      </div>
      <div className={css.sections}>
        <LoadBar milestone={milestone} />
        {items.length > 0 && <p>{t('planning.doneOf', { done, count: atLeast(items.length, content.hasMore) })}</p>}
        <MilestoneBurndown milestone={milestone} />
        <MilestoneBurnup milestone={milestone} />
        <MilestoneVelocity milestone={milestone} />
        {milestone.post_processed_description !== '' && <Markup html={milestone.post_processed_description} />}
      </div>
    </div>
  );
}

export function MilestonePage(): ReactNode {
  const { id } = route.useParams();
  return isNumber(id) ? <MilestoneById id={Number(id)} /> : <NoAccess title={id} />;
}

function MilestoneById({ id }: { id: number }): ReactNode {
  const queryClient = useQueryClient();
  const { data: milestone, error, refetch } = useQuery(milestoneQuery(id));
  usePageContext(milestone === undefined ? undefined : { projectId: milestone.project.id });
  useGatheredEvents(
    () => milestone !== undefined,
    () => void queryClient.invalidateQueries({ queryKey: ['planning'] }),
  );
  if (milestone === undefined)
    return isRefusedWith(error, 403, 404) ? (
      <NoAccess title={t('planning.milestone')} asked={{ artifact: id }} />
    ) : (
      <Page title={t('planning.milestone')}>
        {error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  const { project, parent, sub_milestone_type: inner } = milestone;
  const span = spanOf(milestone);
  const level = parent === null ? `/projects/${project.id}/backlog` : `/milestones/${parent.id}/planning`;
  return (
    <Page
      title={milestone.label}
      crumbs={[
        { label: project.label, to: `/projects/${project.id}` },
        { label: t('planning.backlog'), to: level },
      ]}
      actions={
        <>
          {hasTaskboard(milestone) && (
            <ButtonLink to="/milestones/$id/taskboard" params={{ id: String(id) }} tone="primary">
              {t('taskboard.open')}
            </ButtonLink>
          )}
          {inner !== null && (
            <ButtonLink to="/milestones/$id/planning" params={{ id: String(id) }} tone="primary">
              {t('planning.planInside', { tracker: inner.label })}
            </ButtonLink>
          )}
          <ButtonLink to="/artifacts/$id" params={{ id: String(id) }}>
            {t('planning.openArtifact')}
          </ButtonLink>
        </>
      }
    >
      <div className={css.facts}>
        {milestone.status_value !== '' && <Badge>{milestone.status_value}</Badge>}
        {span !== '' && <span>{span}</span>}
        {milestone.semantic_status === 'open' && milestone.number_days_until_end !== null && (
          <span>
            {milestone.number_days_until_end >= 0
              ? t('planning.daysLeft', { count: milestone.number_days_until_end })
              : t('planning.daysOver', { count: -milestone.number_days_until_end })}
          </span>
        )}
      </div>
      <Content milestone={milestone} />
    </Page>
  );
}
