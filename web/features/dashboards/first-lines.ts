// What a dashboard that is empty is offered to begin with.
import type { Line, Settings, Widget } from './dashboard-layout.ts';
import { newId } from './widget-ids.ts';

/** Not saved yet, so that its id is none of the server's. */
export const newWidget = (name: string, settings: Settings): Widget => ({
  id: newId(),
  name,
  settings,
  is_known: true,
  is_minimized: false,
  post_processed_content: null,
  roadmap_id: null,
});

const line = (layout: string, ...columns: string[][]): Line => ({
  layout,
  columns: columns.map((names) => ({ widgets: names.map((name) => newWidget(name, {})) })),
});

export const firstLines = (isOwn: boolean): Line[] => [
  isOwn
    ? line('two-columns-big-small', ['plugin_tracker_myartifacts', 'usernote'], ['recent', 'myprojects'])
    : line(
        'two-columns-big-small',
        ['dashboardprojectmilestone', 'projectheartbeat'],
        ['projectdescription', 'projectmembers'],
      ),
];
