// A milestone's taskboard at once: columns, rows with what is below them, and what may be added where.
import type { Static } from 'typebox';
import { mapInSlices } from '../../platform/concurrency/time-slices.ts';
import { publicUrl } from '../../settings/index.ts';
import { findContent, listFound, mayChangeLinks, rightsToAdd } from '../planning/index.ts';
import type { SeenMilestone } from '../planning/index.ts';
import type { Viewer } from '../projects/index.ts';
import { mayField, trackerViews } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import type { CardwallDeps } from './board-deps.ts';
import { loadSwimlanes, requireFewCards } from './card-rows.ts';
import type { Taskboard } from './cardwall.schema.ts';
import { wholeBoard } from './cardwall.service.ts';
import { colorOf, mappedField, noneId, valuesOfColumn } from './columns.ts';
import type { Wall } from './columns.ts';
import { openBoard, readPreferences } from './taskboard.service.ts';
import { foldOfColumn, hidesClosed, isChosen, viewPlacedCard } from './taskboard.view.ts';

type Addition = Static<typeof Taskboard>['additions'][number];

/** As openBoard and requireFewCards; a fixed number of queries. */
export async function showTaskboard(
  deps: CardwallDeps,
  viewer: Viewer,
  milestoneId: number,
): Promise<Static<typeof Taskboard>> {
  const { wall, seen, board } = await openBoard(deps, viewer, milestoneId);
  const { selections } = await findContent(deps.plannings, viewer, milestoneId);
  const { rows, size } = await listFound(deps.database.read, selections, wholeBoard);
  requireFewCards(size);
  const { swimlanes, relations, below } = await loadSwimlanes(deps, viewer, rows);
  const preferences = await readPreferences(deps, viewer);
  const baseUrl = publicUrl(viewer.site.settings);
  const setting = { viewer, wall, preferences, milestoneId, baseUrl, planningId: seen.planning.id };
  const shown = [];
  for (const { renderable, children } of swimlanes)
    shown.push({
      card: viewPlacedCard({ ...setting, relations }, renderable),
      cards: await mapInSlices(children, (child) => viewPlacedCard({ ...setting, relations: below }, child)),
    });
  return {
    columns: wall.columns.map((column) => ({
      id: column.id,
      label: column.label,
      header_color: colorOf(column),
      is_collapsed: isChosen(preferences, foldOfColumn(milestoneId, column.id)),
    })),
    rows: shown,
    additions: seen.backlogTrackers.flatMap((tracker) => additionBelow(viewer, board, wall, tracker) ?? []),
    hides_closed: isChosen(preferences, hidesClosed(milestoneId)),
  };
}

/** What a title alone makes below a row of the tracker; undefined where it takes several kinds of cards, or the viewer may not. */
function additionBelow(
  viewer: Viewer,
  { trackers }: SeenMilestone['board'],
  wall: Wall,
  tracker: Definition,
): Addition | undefined {
  const [child, other] = [...trackers.values()].filter(({ parentId }) => parentId === tracker.id);
  if (child === undefined || other !== undefined || !mayChangeLinks(viewer, tracker)) return undefined;
  const list = mappedField(wall, child);
  const title = child.fieldById.get(child.semantics.title?.field_id ?? -1);
  if (list === undefined || title === undefined || !mayField(viewer, child, title, 'submit')) return undefined;
  if (!rightsToAdd(viewer, child, list, [list.id]).mayAddInPlace) return undefined;
  return {
    row_tracker_id: tracker.id,
    tracker: trackerViews.viewTrackerReference(child),
    title_field_id: title.id,
    list_field_id: list.id,
    columns: wall.columns.flatMap(({ id }) => {
      const valueId = startOf(child, list.id, valuesOfColumn(wall, child, list, id));
      return valueId === undefined ? [] : { column_id: id, value_id: valueId };
    }),
  };
}

/** The first of the values that the workflow lets something new have. */
function startOf({ workflow }: Definition, listId: number, valueIds: readonly number[]): number | undefined {
  if (workflow?.isUsed !== true || workflow.fieldId !== listId) return valueIds[0];
  const starts = new Set(workflow.transitions.flatMap((step) => (step.fromValueId === null ? step.toValueId : [])));
  return valueIds.find((id) => id === noneId || starts.has(id));
}
