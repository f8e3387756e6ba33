// What a widget shows, by its kind. Each is read when it is first shown.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Markup } from '../../ui/markdown/markup.tsx';
import ui from '../../ui/ui.module.css';
import { OwnList, ProjectList, SeenList } from '../home/index.ts';
import { KanbanGlance } from '../kanban/index.ts';
import { MilestonesGlance } from '../planning/index.ts';
import { ActivityList, MemberList, projectByIdQuery, ProjectFacts } from '../projects/index.ts';
import { QueryGlance } from '../reports/index.ts';
import { RoadmapView } from '../roadmap/index.ts';
import { ReportGlance } from '../trackers/index.ts';
import type { Widget } from './dashboard-layout.ts';
import css from './dashboards.module.css';

const activityMax = 8;

interface Props {
  widget: Widget;
  /** Whose dashboard it stands on; the person's own without. */
  projectId: number | undefined;
}

export const WidgetContent = (props: Props): ReactNode =>
  props.widget.is_known ? <Known {...props} /> : <p className={ui.soft}>{t('dashboards.unknown')}</p>;

function Known({ widget, projectId }: Props): ReactNode {
  const self = useSelf();
  const { name, settings } = widget;
  switch (name) {
    case 'plugin_tracker_myartifacts':
      return <OwnList relation="assigned_to" />;
    case 'recent':
      return <SeenList />;
    case 'myprojects':
      return <ProjectList />;
    case 'usernote':
    case 'projectnote':
      return widget.post_processed_content === null || widget.post_processed_content === '' ? (
        <p className={ui.faint}>{t('dashboards.emptyNote')}</p>
      ) : (
        <Markup html={widget.post_processed_content} />
      );
    case 'plugin_tracker_myrenderer':
    case 'plugin_tracker_projectrenderer':
      return <ReportGlance reportId={settings.report_id ?? 0} rendererId={settings.renderer_id ?? 0} />;
    case 'plugin_agiledashboard_my_kanban':
    case 'plugin_agiledashboard_projects_kanban':
      return (
        <div className={css.board}>
          <KanbanGlance id={settings.kanban_id ?? 0} />
        </div>
      );
    case 'myprojectmilestone':
      return <MilestonesGlance projectId={settings.project_id ?? 0} />;
    case 'dashboardprojectmilestone':
      return <MilestonesGlance projectId={projectId ?? 0} />;
    case 'plugin_roadmap_project_widget':
      // It has none until the server has made it.
      return widget.roadmap_id === null ? (
        <Loading />
      ) : (
        <RoadmapView
          id={widget.roadmap_id}
          timescale={settings.timescale}
          levels={([1, 2] as const).filter((level) => settings[`lvl${level}_iteration_tracker_id`] !== undefined)}
        />
      );
    case 'crosstrackersearch':
      return <QueryGlance projectId={projectId} userId={projectId === undefined ? self?.id : undefined} />;
    case 'projectheartbeat':
      return <ActivityList projectId={projectId ?? 0} max={activityMax} />;
    case 'projectmembers':
    case 'projectdescription':
      return <AboutProject id={projectId ?? 0} isPeople={name === 'projectmembers'} />;
    default:
      return <p className={ui.soft}>{t('dashboards.unknown')}</p>;
  }
}

function AboutProject({ id, isPeople }: { id: number; isPeople: boolean }): ReactNode {
  const { data: project, error, refetch } = useQuery(projectByIdQuery(id));
  if (error !== null && project === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (project === undefined) return <Loading />;
  if (isPeople) return <MemberList project={project} />;
  return (
    <div className={ui.stack}>
      <p>
        {project.description === '' ? (
          <span className={ui.faint}>{t('dashboards.noDescription')}</span>
        ) : (
          project.description
        )}
      </p>
      <ProjectFacts project={project} />
    </div>
  );
}
