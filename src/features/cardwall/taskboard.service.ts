// Boards of milestones with a row for each item that they hold.
import type { Static } from 'typebox';
import { mapInSlices } from '../../platform/concurrency/time-slices.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { Said } from '../../platform/texts/said.ts';
import { publicUrl } from '../../settings/index.ts';
import { findVisible, listStamps, parseValues } from '../artifacts/index.ts';
import type { ArtifactRow } from '../artifacts/index.ts';
import { findChildren, findContent, findEffortField, listFound } from '../planning/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import { fieldIs, mayField } from '../trackers/index.ts';
import { loadCards } from './card-rows.ts';
import type { TaskboardCard, TaskboardColumn } from './cardwall.schema.ts';
import { openWall, unconditional } from './cardwall.service.ts';
import type { CardwallDeps } from './board-deps.ts';
import { colorOf } from './columns.ts';
import { viewTaskboardCard } from './taskboard.view.ts';

type Card = Static<typeof TaskboardCard>;

export interface CardList {
  cards: Card[];
  size: number;
}

/** As openWall, but what is hidden is as if it were not there. */
export async function openBoard(deps: CardwallDeps, viewer: Viewer, milestoneId: number): ReturnType<typeof openWall> {
  await requireVisible(deps, viewer, milestoneId, says('board.no-taskboard')`there is no taskboard ${milestoneId}`);
  return openWall(deps, viewer, milestoneId);
}

/** Throws notFound for what is not there or hidden. */
async function requireVisible(
  { database: { read: db }, trackers }: CardwallDeps,
  viewer: Viewer,
  id: number,
  refusal: Said,
): Promise<void> {
  const { ids } = await findVisible({ db, trackers }, viewer, await listStamps(db, [id]));
  if (!ids.has(id)) throw notFound(refusal);
}

/** As openBoard. */
export async function listColumns(
  deps: CardwallDeps,
  viewer: Viewer,
  milestoneId: number,
): Promise<Static<typeof TaskboardColumn>[]> {
  const { wall } = await openBoard(deps, viewer, milestoneId);
  return wall.columns.map((column) => ({ id: column.id, label: column.label, header_color: colorOf(column) }));
}

/** The rows of a board, in order of rank, closed ones too. As openBoard. */
export async function listRows(deps: CardwallDeps, viewer: Viewer, milestoneId: number, page: Page): Promise<CardList> {
  await openBoard(deps, viewer, milestoneId);
  const { selections } = await findContent(deps.plannings, viewer, milestoneId);
  const { rows, size } = await listFound(deps.database.read, selections, { ...page, isDescending: false });
  return { cards: await viewRows(deps, viewer, milestoneId, rows), size };
}

/** Any artifact as a card of the board. As openBoard, and notFound. */
export async function showCard(deps: CardwallDeps, viewer: Viewer, id: number, milestoneId: number): Promise<Card> {
  await openBoard(deps, viewer, milestoneId);
  await requireVisible(deps, viewer, id, says('board.no-card')`there is no card ${id}`);
  const { stamp } = await deps.artifacts.readWhole(viewer, id);
  const [card] = await viewRows(deps, viewer, milestoneId, [stamp]);
  if (card === undefined) throw notFound(says('board.no-card')`there is no card ${id}`);
  return card;
}

/** Children of a card in order of rank. As showCard. */
export async function listChildCards(
  deps: CardwallDeps,
  viewer: Viewer,
  id: number,
  milestoneId: number,
  page: Page,
): Promise<CardList> {
  await openBoard(deps, viewer, milestoneId);
  await requireVisible(deps, viewer, id, says('board.no-card')`there is no card ${id}`);
  const { selections } = await findChildren(deps.plannings, viewer, id);
  const { rows, size } = await listFound(deps.database.read, selections, { ...page, isDescending: false });
  return { cards: await viewRows(deps, viewer, milestoneId, rows), size };
}

/** By name; of anonymous people none. */
export async function readPreferences({ people }: CardwallDeps, viewer: Viewer): Promise<ReadonlyMap<string, string>> {
  const entries = viewer.user === undefined ? [] : await people.listPreferences(viewer, viewer.user);
  return new Map(entries.map(({ key, value }) => [key, value]));
}

async function viewRows(
  deps: CardwallDeps,
  viewer: Viewer,
  milestoneId: number,
  rows: readonly ArtifactRow[],
): Promise<Card[]> {
  const { wall, seen } = await openWall(deps, viewer, milestoneId);
  const { renderables, relations } = await loadCards(deps, viewer, rows);
  const preferences = await readPreferences(deps, viewer);
  const setting = { viewer, wall, relations, preferences, milestoneId, baseUrl: publicUrl(viewer.site.settings) };
  return mapInSlices(renderables, (renderable) =>
    viewTaskboardCard({ ...setting, planningId: seen.planning.id }, renderable),
  );
}

/**
 * Sets what is left to do of a card; a sum is set by hand. Throws notFound for what is hidden, invalid where the tracker has no such field,
 * forbidden where it may not be changed, and as Artifacts.update.
 */
export async function saveRemaining(deps: CardwallDeps, viewer: Viewer, id: number, effort: number): Promise<void> {
  await requireVisible(deps, viewer, id, says('board.no-card')`there is no card ${id}`);
  const { stamp, tracker } = await deps.artifacts.readWhole(viewer, id);
  requireLivingProject(tracker.project);
  const field = findEffortField({ viewer, tracker, values: parseValues(stamp) }, 'remaining_effort');
  if (field === undefined)
    throw invalid(says('board.no-effort')`cards of this tracker have no remaining effort field`, 'remaining_effort');
  if (!mayField(viewer, tracker, field, 'update'))
    throw forbidden(says('board.field')`you don't have permission to change the field "${field.label}"`);
  const value = fieldIs.sum(field) ? { manual_value: effort, is_autocomputed: false } : { value: effort };
  await deps.artifacts.update(viewer, id, { values: [{ field_id: field.id, ...value }] }, unconditional);
}
