// Cards that go to a cell of a taskboard, and take their places in its row: all of it, or nothing.
import type { Static } from 'typebox';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { findVisible, listStamps, parseValues } from '../artifacts/index.ts';
import { findChildren, listAmong, mayChangePriority, placeItems, readOrder } from '../planning/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { mayField } from '../trackers/index.ts';
import type { CellChange } from './cardwall.schema.ts';
import type { CardwallDeps } from './board-deps.ts';
import * as store from './cardwall.store.ts';
import { columnOfCard, findGoal, mappedField, valuesOfColumn } from './columns.ts';

type Change = Static<typeof CellChange>;

/**
 * Puts a card into the column of a row and then orders the row, in the order of checks that clients know. Throws notFound for a row that is
 * not there or hidden and for a column that is not there; forbidden in a closed project, for who may not change the list that
 * stands behind the columns, or the order; invalid for everything else.
 */
export async function changeCell(
  deps: CardwallDeps,
  viewer: Viewer,
  swimlaneId: number,
  columnId: number,
  { add, order }: Change,
): Promise<void> {
  if (!(await isVisible(deps, viewer, swimlaneId))) throw notFound(says('board.no-row')`there is no row ${swimlaneId}`);
  const { tracker } = await deps.artifacts.readWhole(viewer, swimlaneId);
  requireLivingProject(tracker.project);
  if (typeof add !== 'number' && !order)
    throw invalid(says('board.nothing-asked')`must contain a card to add or an order`);
  const item = typeof add === 'number' ? await planCard(deps, viewer, swimlaneId, columnId, add) : undefined;
  const move = order ? readOrder(order, { twice: invalid, itself: invalid }) : undefined;
  if (move !== undefined && !mayChangePriority(viewer, tracker.project.id, undefined))
    throw forbidden(says('board.order')`only project members can change the order of its cards`);
  const items = item === undefined ? [] : [item];
  await placeItems(deps.plannings, viewer, {
    items,
    move,
    selections: (await findChildren(deps.plannings, viewer, swimlaneId)).selections,
    refuse: (id) => invalid(says('board.other-row')`card ${id} is not in the row ${swimlaneId}`, 'order'),
    path: 'add',
  });
}

async function isVisible(
  { database: { read: db }, trackers }: CardwallDeps,
  viewer: Viewer,
  id: number,
): Promise<boolean> {
  const { ids } = await findVisible({ db, trackers }, viewer, await listStamps(db, [id]));
  return ids.has(id);
}

/** What the card becomes; undefined where it stands in the column already. */
async function planCard(deps: CardwallDeps, viewer: Viewer, swimlaneId: number, columnId: number, cardId: number) {
  if (!(await isVisible(deps, viewer, cardId))) throw invalid(says('board.no-card')`there is no card ${cardId}`, 'add');
  const column = await store.findColumn(deps.database.read, columnId);
  const wall = column && (await store.findWall(deps.database.read, column.tracker_id));
  if (wall === undefined) throw notFound(says('board.no-column')`there is no column ${columnId}`);
  await deps.trackers.read(viewer, wall.trackerId);
  if (cardId !== swimlaneId) await requireChild(deps, viewer, swimlaneId, cardId);
  const { stamp, tracker } = await deps.artifacts.readWhole(viewer, cardId);
  const values = parseValues(stamp);
  if (columnOfCard(wall, tracker, values)?.id === columnId) return undefined;
  const field = mappedField(wall, tracker);
  if (field === undefined)
    throw invalid(says('board.no-columns')`cards of the tracker "${tracker.name}" have no column on this board`, 'add');
  if (!mayField(viewer, tracker, field, 'update'))
    throw forbidden(says('board.field')`you don't have permission to change the field "${field.label}"`);
  const [first] = valuesOfColumn(wall, tracker, field, columnId);
  // Where it may take none of the values, the refusal of one says why.
  const goal = findGoal(viewer, wall, tracker, values, columnId) ?? first;
  if (goal === undefined)
    throw invalid(says('board.no-value')`this column has no value of the field "${field.label}"`, 'add');
  return { id: cardId, values: [{ field_id: field.id, bind_value_ids: [goal] }] };
}

async function requireChild(deps: CardwallDeps, viewer: Viewer, parentId: number, childId: number): Promise<void> {
  const { selections } = await findChildren(deps.plannings, viewer, parentId);
  if (!(await listAmong(deps.database.read, selections, [childId])).has(childId))
    throw invalid(says('board.no-child')`card ${childId} is not a child of row ${parentId}`, 'add');
}
