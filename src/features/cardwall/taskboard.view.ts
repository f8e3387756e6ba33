// Cards of a taskboard as the wire shows them.
import type { Static } from 'typebox';
import { artifactRanking, assigneesOf, fieldValues, statusOf, titleOf } from '../artifacts/index.ts';
import type { RenderableArtifact, Relations } from '../artifacts/index.ts';
import { viewMinimalUser } from '../people/index.ts';
import { backgroundOf, findEffortField, findInitialEffortField } from '../planning/index.ts';
import type { Viewer } from '../projects/index.ts';
import { fieldIs, listValues, mayField } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';
import { childIdsOf } from './card-rows.ts';
import type { Taskboard, TaskboardCard } from './cardwall.schema.ts';
import { columnOfCard, firstValueOf, listAllowedColumns, mappedField } from './columns.ts';
import type { Wall } from './columns.ts';

type CardShape = Static<typeof TaskboardCard>;

export interface TaskboardSetting {
  viewer: Viewer;
  baseUrl: string;
  wall: Wall;
  planningId: number;
  milestoneId: number;
  relations: Relations;
  preferences: ReadonlyMap<string, string>;
}

/** Name of the preference that says that somebody has folded a row. */
const foldOf = (milestoneId: number, cardId: number): string => `plugin_taskboard_collapse_${milestoneId}_${cardId}`;

/** Name of the preference that says that somebody has folded a column. */
export const foldOfColumn = (milestoneId: number, columnId: number): string =>
  `plugin_taskboard_collapse_column_${milestoneId}_${columnId}`;

/** Name of the preference that says that somebody wants to see open cards alone. */
export const hidesClosed = (milestoneId: number): string => `plugin_taskboard_hide_closed_items_${milestoneId}`;

/** Whether a preference says yes, which anything but nothing and 0 does. */
export const isChosen = (preferences: ReadonlyMap<string, string>, key: string): boolean =>
  !['', '0'].includes(preferences.get(key) ?? '');

export function viewTaskboardCard(setting: TaskboardSetting, renderable: RenderableArtifact): CardShape {
  const { viewer, relations, milestoneId, planningId, baseUrl } = setting;
  const { row, tracker, values } = renderable;
  const isReadable = (field: Field): boolean => mayField(viewer, tracker, field, 'read');
  const sumOf = (field: Field): number | null => (fieldIs.sum(field) ? relations.sums.sum(row.id, field.name) : null);
  const reading = { viewer, tracker, values };
  const initial = findInitialEffortField(reading);
  return {
    id: row.id,
    tracker_id: tracker.id,
    label: titleOf(tracker, values, isReadable) ?? '',
    xref: `${tracker.itemName} #${row.id}`,
    rank: artifactRanking.rankOf(row),
    color: tracker.color,
    background_color: backgroundOf(renderable, isReadable),
    artifact_html_uri: `/plugins/tracker/?aid=${row.id}&planning%5Btaskboard%5D%5B${planningId}%5D=${milestoneId}`,
    has_children: childIdsOf(viewer, renderable, relations).length > 0,
    assignees: assigneesOf(tracker, values, isReadable).map((id) => viewMinimalUser(relations.users.get(id), baseUrl)),
    mapped_list_value: mappedValueOf(setting.wall, renderable, isReadable),
    initial_effort: initial === undefined ? null : (fieldValues.numberOf(reading, initial) ?? sumOf(initial)),
    remaining_effort: viewRemaining(
      viewer,
      tracker,
      findEffortField(reading, 'remaining_effort'),
      (field) => fieldValues.numberOf(reading, field) ?? sumOf(field),
    ),
    is_open: statusOf(tracker, values, isReadable, (id) => relations.users.get(id)).isOpen,
    is_collapsed: isChosen(setting.preferences, foldOf(milestoneId, row.id)),
  };
}

/** With its place on the board; a list that the viewer may not read puts it nowhere. */
export function viewPlacedCard(
  setting: TaskboardSetting,
  renderable: RenderableArtifact,
): Static<typeof Taskboard>['rows'][number]['card'] {
  const { viewer, wall } = setting;
  const { tracker, values } = renderable;
  const field = mappedField(wall, tracker);
  const isKnown = field !== undefined && mayField(viewer, tracker, field, 'read');
  return {
    ...viewTaskboardCard(setting, renderable),
    column_id: isKnown ? (columnOfCard(wall, tracker, values)?.id ?? null) : null,
    can_move: isKnown && viewer.user !== undefined && mayField(viewer, tracker, field, 'update'),
    allowed_column_ids: isKnown ? listAllowedColumns(viewer, wall, tracker, values) : [],
  };
}

const viewRemaining = (
  viewer: Viewer,
  tracker: Definition,
  field: Field | undefined,
  valueOf: (field: Field) => number | null,
): CardShape['remaining_effort'] =>
  field === undefined ? null : { value: valueOf(field), can_update: mayField(viewer, tracker, field, 'update') };

function mappedValueOf(
  wall: Wall,
  { tracker, values }: RenderableArtifact,
  isReadable: (field: Field) => boolean,
): CardShape['mapped_list_value'] {
  const field = mappedField(wall, tracker);
  const id = field !== undefined && isReadable(field) ? firstValueOf(field, values) : undefined;
  const value = id === undefined || field === undefined ? undefined : listValues.findValue(field, id);
  return value === undefined ? null : { id: value.id, label: value.label };
}
