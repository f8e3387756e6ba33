// Lists of what is a person's own: artifacts, what they saw, projects.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pageOf } from '../../platform/addresses.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import type { PlainKey } from '../../platform/i18n.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Rows } from '../../ui/layout/rows.tsx';
import type { RowEntry } from '../../ui/layout/rows.tsx';
import { ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { ProjectRows, projectsQuery } from '../projects/index.ts';
import css from './home.module.css';
import { historyQuery, ownArtifactsQuery } from './home.queries.ts';
import type { OwnRelation } from './home.queries.ts';

const seenMax = 10;

const rowOf = (artifact: Schemas['OwnArtifact']): RowEntry => ({
  key: artifact.id,
  to: `/artifacts/${artifact.id}`,
  title: artifact.title ?? '',
  reference: artifact.xref,
  colour: artifact.tracker.color_name,
  icon: artifact.tracker.icon,
  status:
    artifact.full_status === null
      ? undefined
      : { label: artifact.full_status.value, colour: artifact.full_status.color },
  more: artifact.tracker.project.label,
  when: artifact.last_modified_date,
});

const empties: Readonly<Record<OwnRelation, { title: PlainKey; nothing: PlainKey }>> = {
  assigned_to: { title: 'home.assigned', nothing: 'home.nothingAssigned' },
  followed: { title: 'home.followed', nothing: 'home.nothingFollowed' },
  submitted_by: { title: 'home.submitted', nothing: 'home.nothingSubmitted' },
};

export function OwnList({ relation }: { relation: OwnRelation }): ReactNode {
  const { data, error, refetch } = useQuery(ownArtifactsQuery(relation));
  const { title, nothing } = empties[relation];
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.data.length === 0) return <div className={css.empty}>{t(nothing)}</div>;
  return <Rows label={t(title)} rows={data.data.map(rowOf)} />;
}

export function SeenList(): ReactNode {
  const { data } = useQuery(historyQuery);
  if (data === undefined) return <Loading />;
  if (data.entries.length === 0) return <div className={css.empty}>{t('home.nothingVisited')}</div>;
  const rows = data.entries.slice(0, seenMax).map((entry): RowEntry => ({
    key: entry.html_url,
    to: pageOf(entry.html_url),
    title: entry.title,
    reference: entry.xref,
    colour: entry.color_name,
    icon: entry.tracker_icon,
    when: entry.visit_time,
  }));
  return <Rows label={t('home.visited')} rows={rows} />;
}

/** Projects that the person is a member of. */
export function ProjectList(): ReactNode {
  const { data, error, refetch } = useQuery(projectsQuery(true));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length > 0) return <ProjectRows label={t('home.projects')} projects={data} />;
  return (
    <div className={css.empty}>
      <p>{t('home.noProject')}</p>
      <span className={ui.row}>
        <ButtonLink to="/projects">{t('home.findProject')}</ButtonLink>
        <ButtonLink to="/projects/new">{t('home.newProject')}</ButtonLink>
      </span>
    </div>
  );
}
