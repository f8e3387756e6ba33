// Plans features: puts them into the backlog of their program and into increments, and orders them.
import type { Static } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { artifactRanking } from '../artifacts/index.ts';
import type { LinkChange, RankMove, RenderableArtifact } from '../artifacts/index.ts';
import { listAmong, readOrder, visibleOf } from '../planning/index.ts';
import type { Selection } from '../planning/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Writer } from '../../platform/database/index.ts';
import type { ProgramDeps } from './program-deps.ts';
import { openIncrement, openProgram, readProject, requirePrioritizer } from './program.access.ts';
import type { SeenProgram } from './program.access.ts';
import type { IncrementContentChange, ProgramBacklogChange } from './program.schema.ts';
import { selectBacklog, selectContent } from './program.service.ts';
import { addToBacklog, listLinking, removeFromBacklog } from './program.store.ts';
import { loadStories, loadVisible } from './stories.ts';

/**
 * Changes what is in the backlog of a program, then its order, all of it or nothing. What an increment holds stays there unless
 * the request says otherwise. Throws as openProgram and requirePrioritizer; invalid for what the program does not plan, for what teams have
 * planned already, and for an order that is none.
 */
export async function changeBacklog(
  deps: ProgramDeps,
  viewer: Viewer,
  projectId: number,
  change: Static<typeof ProgramBacklogChange>,
): Promise<void> {
  requireLivingProject(await readProject(deps, viewer, projectId));
  const program = await openProgram(deps, viewer, projectId);
  requirePrioritizer(viewer, program);
  const move = readMove(change.order);
  const added = await readFeatures(deps, viewer, program, change.add ?? [], 'add');
  const removed = await readFeatures(deps, viewer, program, change.remove ?? [], 'remove');
  const planned = await findPlanned(deps, program, added);
  const taken = change.remove_from_program_increment_to_add_to_the_backlog === true ? [...planned.keys()] : [];
  await requireUnplanned(deps, viewer, program, added, taken);
  const addedIds = idsOf(added).filter((id) => !planned.has(id) || taken.includes(id));
  await deps.artifacts.changeLinks(viewer, unlink(planned, taken), async (tx) => {
    const put = await addToBacklog(tx, addedIds);
    await removeFromBacklog(tx, idsOf(removed));
    await artifactRanking.recordPlanned(tx, { viewer, atMs: deps.clock.nowMs() }, [...put, ...idsOf(removed)]);
    await order(deps, tx, viewer, move, selectBacklog(deps, viewer, program));
  });
}

/**
 * Puts a feature into an increment, out of the backlog and of other increments, and orders what is in it. Throws as openIncrement and
 * changeBacklog.
 */
export async function changeContent(
  deps: ProgramDeps,
  viewer: Viewer,
  id: number,
  change: Static<typeof IncrementContentChange>,
): Promise<void> {
  const part = await openIncrement(deps, viewer, id);
  const { program } = part;
  const move = readMove(change.order);
  if ((change.add ?? null) === null && move === undefined)
    throw invalid(says('program.nothing')`is empty; use \`add\` or \`order\``);
  requirePrioritizer(viewer, program);
  const added = await readFeatures(deps, viewer, program, change.add ?? [], 'add');
  const planned = await findPlanned(deps, program, added);
  const leaving = idsOf(added).filter((one) => (planned.get(one) ?? []).some((increment) => increment !== id));
  await requireUnplanned(deps, viewer, program, added, leaving);
  const links = unlink(planned, leaving).filter((link) => link.id !== id);
  const put = { id, added: idsOf(added).map((one) => ({ id: one, type: '' })), removed: [], path: 'add' };
  await deps.artifacts.changeLinks(viewer, added.length === 0 ? links : [...links, put], async (tx) => {
    await removeFromBacklog(tx, idsOf(added));
    await order(deps, tx, viewer, move, selectContent(deps, viewer, part));
  });
}

const idsOf = (renderables: readonly RenderableArtifact[]): number[] => renderables.map(({ row }) => row.id);

const readMove = (sent: Static<typeof ProgramBacklogChange>['order']): RankMove | undefined =>
  sent === undefined || sent === null ? undefined : readOrder(sent, { twice: invalid, itself: invalid });

async function order(
  { clock }: ProgramDeps,
  tx: Writer,
  viewer: Viewer,
  move: RankMove | undefined,
  selections: readonly Selection[],
): Promise<void> {
  if (move === undefined) return;
  const named = [...move.ids, move.comparedTo];
  const known = await listAmong(tx, selections, named);
  const unknown = named.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw invalid(says('program.not-here')`contains ${unknown}, which is not one of the features here`, 'order');
  await artifactRanking.rankArtifacts(tx, { viewer, atMs: clock.nowMs() }, move);
}

async function readFeatures(
  deps: ProgramDeps,
  viewer: Viewer,
  { plannableTrackers }: SeenProgram,
  sent: readonly { id: number }[],
  key: 'add' | 'remove',
): Promise<RenderableArtifact[]> {
  const ids = sent.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw invalid(says('program.twice')`contains a feature twice`, key);
  const db = deps.database.read;
  const known = await listAmong(
    db,
    plannableTrackers.map((tracker) => visibleOf(db, viewer, tracker)),
    ids,
  );
  const index = ids.findIndex((id) => !known.has(id));
  if (index >= 0)
    throw invalid(
      says('program.no-feature')`${ids[index] ?? 0} is not a feature that this program plans`,
      `${key}[${index}].id`,
    );
  return loadVisible(deps, viewer, ids);
}

/** The increments that hold each of the features, whoever may see them; those that none holds are left out. */
async function findPlanned(
  { database }: ProgramDeps,
  { plan }: SeenProgram,
  features: readonly RenderableArtifact[],
): Promise<Map<number, number[]>> {
  const links = await listLinking(database.read, idsOf(features), [plan?.increment_tracker_id ?? -1]);
  const byFeature = Map.groupBy(links, (link) => link.target_id);
  return new Map([...byFeature].map(([id, own]) => [id, own.map((link) => link.source_id)]));
}

/** Increments that are to hold these features no more. */
function unlink(planned: ReadonlyMap<number, readonly number[]>, featureIds: readonly number[]): LinkChange[] {
  const pairs = featureIds.flatMap((id) => (planned.get(id) ?? []).map((increment) => ({ id, increment })));
  return [...Map.groupBy(pairs, ({ increment }) => increment)].map(([id, own]) => ({
    id,
    added: [],
    removed: own.map((pair) => pair.id),
    path: 'add',
  }));
}

/** Throws invalid for features of which a team has a story in a sprint: these stay where they are. */
async function requireUnplanned(
  deps: ProgramDeps,
  viewer: Viewer,
  program: SeenProgram,
  features: readonly RenderableArtifact[],
  ids: readonly number[],
): Promise<void> {
  const leaving = features.filter(({ row }) => ids.includes(row.id));
  const stories = await loadStories(deps, viewer, program, leaving);
  const planned = stories.find(({ isPlanned }) => isPlanned);
  if (planned !== undefined)
    throw invalid(
      says(
        'program.in-sprint',
      )`feature ${planned.featureId} can't be removed from its increment: its story ${planned.renderable.row.id} is in a sprint of a team`,
      'add',
    );
}
