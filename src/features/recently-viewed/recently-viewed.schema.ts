// Wire shapes of what somebody looked at lately (reference pages 30 and 97).
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';
import { projectSchemas } from '../projects/index.ts';

export const History = Type.Object(
  {
    entries: Type.Array(
      Type.Object(
        {
          visit_time: Type.String(),
          xref: Nullable(Type.String()),
          html_url: Type.String(),
          title: Type.String(),
          color_name: Type.String(),
          tracker_icon: Type.String({ description: 'The emoji of its tracker; empty: none.' }),
          type: Type.String(),
          per_type_id: Type.Integer(),
          icon_name: Type.String(),
          small_icon: Nullable(Type.String()),
          icon: Nullable(Type.String()),
          project: projectSchemas.MinimalProject,
          quick_links: Type.Array(
            Type.Object({ name: Type.String(), html_url: Type.String(), icon_name: Type.String() }),
          ),
          badges: Type.Array(Type.Object({ label: Type.String(), color: Nullable(Type.String()) })),
        },
        { title: 'HistoryEntry' },
      ),
    ),
  },
  { title: 'History' },
);

const NoEntries = Type.Array(Type.Unknown());

/** The list itself, or in an object. */
export const ClearedHistory = Type.Union([Type.Object({ history_entries: NoEntries }), NoEntries]);

export const Visit = Type.Object({ artifact: Type.Object({ id: Type.Integer({ minimum: 1 }) }) }, { title: 'Visit' });
