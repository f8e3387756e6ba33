// Wire shapes of dashboards. Those of the format have an id and a name alone.
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';
import { layoutNames } from './dashboard-content.ts';
import { SentSettings, WidgetSettings } from './widget-kinds.ts';

const name = Type.String({ minLength: 1, maxLength: 255 });

export const DashboardEntry = Type.Object({ id: Type.Integer(), name: Type.String() }, { title: 'DashboardEntry' });

export const NewDashboard = Type.Object({ name });

/** Whether its name says something is looked at once access is granted. */
export const NewProjectDashboard = Type.Object({ name: Type.String({ maxLength: 255 }) });

export const Dashboard = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    project_id: Nullable(Type.Integer({ description: 'null: it is your own.' })),
    may_change: Type.Boolean(),
    lines: Type.Array(
      Type.Object({
        layout: Type.String(),
        columns: Type.Array(
          Type.Object({
            widgets: Type.Array(
              Type.Object(
                {
                  id: Type.Integer({ description: 'Among the widgets of this dashboard.' }),
                  name: Type.String({ description: 'Of its kind.' }),
                  is_known: Type.Boolean({
                    description:
                      'false: it came with an archive, and nothing can be shown of it; exports have it again.',
                  }),
                  is_minimized: Type.Boolean(),
                  settings: WidgetSettings,
                  roadmap_id: Nullable(
                    Type.Integer({ description: 'Of a roadmap: the number by which `/roadmaps` knows it.' }),
                  ),
                  post_processed_content: Nullable(
                    Type.String({ description: 'Safe HTML of the `content` of its settings.' }),
                  ),
                },
                { title: 'DashboardWidget' },
              ),
            ),
          }),
        ),
      }),
    ),
  },
  { title: 'Dashboard' },
);

export const DashboardChange = Type.Object(
  {
    name,
    lines: Type.Array(
      Type.Object({
        layout: Type.Enum([...layoutNames], { description: 'Must fit the number of columns.' }),
        columns: Type.Array(
          Type.Object({
            widgets: Type.Array(
              Type.Object({
                id: Type.Optional(Type.Integer({ description: 'Of a widget that stays; a new one gets its own.' })),
                name: Type.String({ maxLength: 100 }),
                is_minimized: Type.Boolean({ default: false }),
                settings: Type.Optional(SentSettings),
              }),
              { maxItems: 50 },
            ),
          }),
          { minItems: 1, maxItems: 10 },
        ),
      }),
      { maxItems: 10 },
    ),
  },
  { title: 'DashboardChange' },
);

export const DashboardOrder = Type.Object({
  ids: Type.Array(Type.Integer(), { maxItems: 100, description: 'All dashboards of a person or a project.' }),
});
