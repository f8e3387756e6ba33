// Boards of milestones, as walls of cards.
import type { Static } from 'typebox';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { publicUrl } from '../../settings/index.ts';
import { parseValues, titleOf } from '../artifacts/index.ts';
import { findContent, listCardFieldIds, listFound, readMilestone } from '../planning/index.ts';
import type { SeenMilestone } from '../planning/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { mayField } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import type { CardwallDeps } from './board-deps.ts';
import { cardsMax, loadSwimlanes, requireFewCards } from './card-rows.ts';
import type { CardChange, Cardwall } from './cardwall.schema.ts';
import * as store from './cardwall.store.ts';
import { viewCard } from './cardwall.view.ts';
import { colorOf, findGoal, mappedField } from './columns.ts';
import type { Wall } from './columns.ts';

/** As much as a board may have, and what is beyond it is counted. */
export const wholeBoard = { limit: cardsMax, offset: 0, isDescending: false };

/** A milestone with its board. Throws as readMilestone, and notFound where its tracker has no board. */
export async function openWall(
  { database, plannings }: CardwallDeps,
  viewer: Viewer,
  id: number,
): Promise<SeenMilestone & { wall: Wall }> {
  const milestone = await readMilestone(plannings, viewer, id);
  const wall = await store.findWall(database.read, milestone.seen.tracker.id);
  if (wall === undefined) throw notFound(says('board.none')`milestone ${id} has no board`);
  return { ...milestone, wall };
}

/** As openWall. */
export async function showCardwall(deps: CardwallDeps, viewer: Viewer, id: number): Promise<Static<typeof Cardwall>> {
  const { wall, seen } = await openWall(deps, viewer, id);
  const content = await findContent(deps.plannings, viewer, id);
  const { rows, size } = await listFound(deps.database.read, content.selections, wholeBoard);
  requireFewCards(size);
  const { swimlanes, relations, below } = await loadSwimlanes(deps, viewer, rows);
  const setting = { viewer, wall, planningId: seen.planning.id, baseUrl: publicUrl(viewer.site.settings) };
  return {
    columns: wall.columns.map((column) => ({ id: column.id, label: column.label, color: colorOf(column) })),
    swimlanes: swimlanes.map(({ renderable, children }) => ({
      cards:
        children.length === 0
          ? [viewCard({ ...setting, relations }, renderable)]
          : children.map((child) => viewCard({ ...setting, relations: below }, child)),
    })),
  };
}

const cardForm = /^(\d{1,15})_(\d{1,15})$/;

function readCardId(text: string): { planningId: number; artifactId: number } {
  const [, planning, artifact] = cardForm.exec(text) ?? [];
  if (planning === undefined || artifact === undefined)
    throw invalid(says('board.card-id')`must be the ID of a planning and the ID of an artifact, joined by _`, 'id');
  return { planningId: Number(planning), artifactId: Number(artifact) };
}

/**
 * Changes what a card shows, in one changeset. Throws invalid for an id that is none, as Plannings.openPlanning and Artifacts.update,
 * notFound for a field that is not on the card, forbidden for one that may not be changed.
 */
export async function changeCard(
  deps: CardwallDeps,
  viewer: Viewer,
  cardId: string,
  body: Static<typeof CardChange>,
): Promise<void> {
  const { planningId, artifactId } = readCardId(cardId);
  const { seen } = await deps.plannings.openPlanning(viewer, planningId);
  const { stamp, tracker } = await deps.artifacts.readWhole(viewer, artifactId);
  requireLivingProject(tracker.project);
  requireOnCard(viewer, tracker, body.values);
  const values = parseValues(stamp);
  const byField = new Map<number, Static<typeof CardChange>['values'][number]>();
  const titleId = tracker.semantics.title?.field_id;
  if (titleId !== undefined && titleOf(tracker, values, () => true) !== body.label)
    byField.set(titleId, { field_id: titleId, value: body.label });
  const wall = await store.findWall(deps.database.read, seen.tracker.id);
  const field = wall && mappedField(wall, tracker);
  if (wall !== undefined && field !== undefined && typeof body.column_id === 'number') {
    const goal = findGoal(viewer, wall, tracker, values, body.column_id);
    if (goal !== undefined) byField.set(field.id, { field_id: field.id, bind_value_ids: [goal] });
  }
  for (const value of body.values) byField.set(Number(value.field_id), value);
  if (byField.size === 0) return;
  await deps.artifacts.update(viewer, artifactId, { values: [...byField.values()] }, unconditional);
}

export const unconditional = { wire: 'json', ifMatch: undefined, ifUnmodifiedSince: undefined } as const;

function requireOnCard(viewer: Viewer, tracker: Definition, sent: Static<typeof CardChange>['values']): void {
  const shown = new Set(listCardFieldIds(tracker));
  for (const [index, { field_id: sentId }] of sent.entries()) {
    const path = `values[${index}].field_id`;
    if (sentId === undefined) throw invalid(says('body.required')`is required`, path);
    const field = tracker.fieldById.get(Number(sentId));
    if (field === undefined || !shown.has(field.id) || !mayField(viewer, tracker, field, 'read'))
      throw notFound(says('board.card-field')`the card has no field ${sentId}`);
    if (!mayField(viewer, tracker, field, 'update'))
      throw forbidden(says('board.field')`you don't have permission to change the field "${field.label}"`);
  }
}
