// Kinds of widgets, by the names that archives have for them: what they are called here, whose they are, what they are told.
import type { PlainKey } from '../../platform/i18n.ts';

export type OwnerKind = 'user' | 'project';
export type Question = 'title' | 'note' | 'report' | 'kanban' | 'project' | 'roadmap';

export interface WidgetKind {
  name: string;
  label: PlainKey;
  about: PlainKey;
  owners: readonly OwnerKind[];
  asks: readonly Question[];
}

const user = ['user'] as const;
const project = ['project'] as const;

const kind = (
  name: string,
  short:
    | 'artifacts'
    | 'projects'
    | 'recent'
    | 'report'
    | 'kanban'
    | 'milestones'
    | 'note'
    | 'query'
    | 'roadmap'
    | 'facts'
    | 'members'
    | 'activity',
  owners: readonly OwnerKind[],
  ...asks: Question[]
): WidgetKind => ({ name, label: `dashboards.kind.${short}`, about: `dashboards.about.${short}`, owners, asks });

export const widgetKinds: readonly WidgetKind[] = [
  kind('plugin_tracker_myartifacts', 'artifacts', user),
  kind('recent', 'recent', user),
  kind('myprojects', 'projects', user),
  kind('plugin_tracker_myrenderer', 'report', user, 'report', 'title'),
  kind('plugin_tracker_projectrenderer', 'report', project, 'report', 'title'),
  kind('plugin_agiledashboard_my_kanban', 'kanban', user, 'kanban', 'title'),
  kind('plugin_agiledashboard_projects_kanban', 'kanban', project, 'kanban', 'title'),
  kind('myprojectmilestone', 'milestones', user, 'project'),
  kind('dashboardprojectmilestone', 'milestones', project),
  kind('plugin_roadmap_project_widget', 'roadmap', project, 'roadmap', 'title'),
  kind('projectdescription', 'facts', project),
  kind('projectmembers', 'members', project),
  kind('projectheartbeat', 'activity', project),
  kind('usernote', 'note', user, 'title', 'note'),
  kind('projectnote', 'note', project, 'title', 'note'),
  kind('crosstrackersearch', 'query', ['user', 'project']),
];

export const kindOf = (name: string): WidgetKind | undefined => widgetKinds.find((one) => one.name === name);

export const offeredKinds = (owner: OwnerKind): WidgetKind[] =>
  widgetKinds.filter(({ owners }) => owners.includes(owner));
