// The kinds of widgets, by the names that archives have for them: whose dashboards they stand on, and what each is told.
import { Type } from 'typebox';
import type { Static } from 'typebox';

/** What widgets may be told, whatever their kind. */
const settings = {
  title: Type.Optional(
    Type.String({ maxLength: 255, description: 'Stands over it in place of the name of its kind.' }),
  ),
  content: Type.Optional(Type.String({ maxLength: 65_535, description: 'Markdown.' })),
  report_id: Type.Optional(Type.Integer()),
  renderer_id: Type.Optional(Type.Integer({ description: 'Of that report.' })),
  kanban_id: Type.Optional(Type.Integer()),
  project_id: Type.Optional(Type.Integer()),
  tracker_ids: Type.Optional(Type.Array(Type.Integer(), { maxItems: 100 })),
  timescale: Type.Optional(Type.Enum(['week', 'month', 'quarter'])),
  lvl1_iteration_tracker_id: Type.Optional(Type.Integer()),
  lvl2_iteration_tracker_id: Type.Optional(Type.Integer()),
  filter_report_id: Type.Optional(Type.Integer()),
};

export const WidgetSettings = Type.Object(settings, { title: 'WidgetSettings' });

/** The same as people send it: what no widget is told stays in it, to be refused with its path. */
export const SentSettings = Type.Object(settings, { title: 'SentSettings', additionalProperties: true });
export type WidgetSettings = Static<typeof WidgetSettings>;
export type SettingName = keyof WidgetSettings;

export type DashboardOwner = 'user' | 'project';

interface WidgetKind {
  readonly owners: readonly DashboardOwner[];
  /** Settings that it can't be without. */
  readonly needs?: readonly SettingName[];
  readonly takes?: readonly SettingName[];
}

const personal = ['user'] as const;
const ofProject = ['project'] as const;
const renderer: Omit<WidgetKind, 'owners'> = { needs: ['report_id', 'renderer_id'], takes: ['title'] };
const kanban: Omit<WidgetKind, 'owners'> = { needs: ['kanban_id'], takes: ['title'] };
const note: Omit<WidgetKind, 'owners'> = { takes: ['title', 'content'] };

const kinds: ReadonlyMap<string, WidgetKind> = new Map<string, WidgetKind>([
  ['plugin_tracker_myartifacts', { owners: personal }],
  ['myprojects', { owners: personal }],
  // The origin has no such widget.
  ['recent', { owners: personal }],
  ['usernote', { owners: personal, ...note }],
  ['projectnote', { owners: ofProject, ...note }],
  ['plugin_tracker_myrenderer', { owners: personal, ...renderer }],
  ['plugin_tracker_projectrenderer', { owners: ofProject, ...renderer }],
  ['plugin_agiledashboard_my_kanban', { owners: personal, ...kanban }],
  ['plugin_agiledashboard_projects_kanban', { owners: ofProject, ...kanban }],
  ['myprojectmilestone', { owners: personal, needs: ['project_id'] }],
  ['dashboardprojectmilestone', { owners: ofProject }],
  [
    'plugin_roadmap_project_widget',
    {
      owners: ofProject,
      needs: ['tracker_ids'],
      takes: ['title', 'timescale', 'lvl1_iteration_tracker_id', 'lvl2_iteration_tracker_id', 'filter_report_id'],
    },
  ],
  ['projectdescription', { owners: ofProject }],
  ['projectmembers', { owners: ofProject }],
  ['projectheartbeat', { owners: ofProject }],
  ['crosstrackersearch', { owners: ['user', 'project'] }],
]);

export const findKind = (name: string, owner: DashboardOwner): WidgetKind | undefined => {
  const kind = kinds.get(name);
  return kind?.owners.includes(owner) === true ? kind : undefined;
};

const isSet = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);

/** Settings that the kind can't be without and that are missing. */
export const listMissing = ({ needs = [] }: WidgetKind, settings: WidgetSettings): SettingName[] =>
  needs.filter((name) => !isSet(settings[name]));

/** Settings that are none of the kind's. */
export const listForeign = ({ needs = [], takes = [] }: WidgetKind, settings: WidgetSettings): string[] => {
  const own: ReadonlySet<string> = new Set([...needs, ...takes]);
  return Object.keys(settings).filter((name) => !own.has(name));
};
