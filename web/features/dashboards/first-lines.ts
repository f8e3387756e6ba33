// What a dashboard that is empty is offered to begin with. Pure.
import type { Line, Settings, Widget } from './dashboard-layout.ts';

/** Not saved yet, so that its id is none of the server's. */
export const newWidget = (name: string, settings: Settings, place = 0): Widget => ({
  id: -1 - place,
  name,
  settings,
  is_known: true,
  is_minimized: false,
  post_processed_content: null,
  roadmap_id: null,
});

/** More than any column has here. */
const widgetsEach = 10;

const line = (layout: string, ...columns: string[][]): Line => ({
  layout,
  columns: columns.map((names, column) => ({
    widgets: names.map((name, row) => newWidget(name, {}, column * widgetsEach + row)),
  })),
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
