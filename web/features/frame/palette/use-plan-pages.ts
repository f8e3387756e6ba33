// Pages of the project that somebody is in where its work is planned and done: its backlog, open milestones and boards.
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../platform/i18n.ts';
import {
  kanbansQuery,
  openMilestonesQuery,
  planningsQuery,
  projectByIdQuery,
  useServicesOff,
} from '../../projects/index.ts';
import { useHere } from '../use-here.ts';

export interface PlanPage {
  id: string;
  title: string;
  /** Beside the title. */
  more: string;
  goal: string;
}

/** None outside of projects. */
export function usePlanPages(): readonly PlanPage[] {
  const projectId = useHere()?.projectId;
  const isHere = projectId !== undefined;
  const { data: project } = useQuery({ ...projectByIdQuery(projectId ?? 0), enabled: isHere });
  const { data: plannings = [] } = useQuery({ ...planningsQuery(projectId ?? 0), enabled: isHere });
  const isOff = useServicesOff(projectId);
  const isPlanned = isHere && plannings.length > 0 && !isOff('plugin_agiledashboard');
  const { data: milestones = [] } = useQuery({ ...openMilestonesQuery(projectId ?? 0), enabled: isPlanned });
  const { data: kanbans = [] } = useQuery({ ...kanbansQuery(projectId ?? 0), enabled: isHere });
  if (project === undefined || !isHere) return [];
  const more = project.label_without_icon;
  const backlog = { id: 'backlog', title: t('planning.backlog'), more, goal: `/projects/${project.shortname}/backlog` };
  return [
    ...(isPlanned ? [backlog] : []),
    ...(isPlanned ? milestones : []).flatMap(({ id, label: name, isPlan, hasBoard }) => [
      { id: `milestone ${id}`, title: name, more: t('planning.overview'), goal: `/milestones/${id}` },
      ...(isPlan
        ? [{ id: `plan ${id}`, title: t('planning.planOf', { name }), more, goal: `/milestones/${id}/planning` }]
        : []),
      ...(hasBoard
        ? [{ id: `taskboard ${id}`, title: t('taskboard.of', { name }), more, goal: `/milestones/${id}/taskboard` }]
        : []),
    ]),
    ...(isOff('plugin_kanban') ? [] : kanbans).map(({ id, label }) => ({
      id: `kanban ${id}`,
      title: label,
      more: t('kanban.kanban'),
      goal: `/kanban/${id}`,
    })),
  ];
}
