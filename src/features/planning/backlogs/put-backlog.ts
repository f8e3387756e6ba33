// Says as a whole what is in a milestone, and in which order backlogs are.
import type { Static } from 'typebox';
import { invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { artifactRanking, listArtifactsByIds } from '../../artifacts/index.ts';
import type { LinkChange } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { ItemIds } from './backlog.schema.ts';
import { findContent, selectFree } from './backlogs.ts';
import type { Backlog } from './backlogs.ts';
import { listAmong, listFound } from '../definition/board.store.ts';
import { changeBacklog, requirePlanner } from './change-backlog.ts';
import { visibleOf } from '../definition/planning.access.ts';
import { findSubPlanning } from '../definition/planning.service.ts';
import type { Plannings } from '../definition/planning.service.ts';
import { removeFromTopBacklog } from '../definition/planning.store.ts';

const idsOf = (body: Static<typeof ItemIds>): readonly number[] => (Array.isArray(body) ? body : body.ids);

/** Ids of a request, each once. Throws invalid. */
export function readIds(body: Static<typeof ItemIds>): readonly number[] {
  const ids = idsOf(body);
  if (new Set(ids).size < ids.length) throw invalid(says('backlog.twice')`contains an item twice`, 'ids');
  return ids;
}

/**
 * Puts what is named into this order: behind the first of them; the others stay where they are. Throws as requirePlanner, invalid for
 * items that come twice, and as `refuse` for what is not in the backlog.
 */
export async function orderBacklog(
  plannings: Plannings,
  viewer: Viewer,
  backlog: Backlog,
  body: Static<typeof ItemIds>,
  refuse: (id: number) => Error,
): Promise<void> {
  requirePlanner(viewer, backlog, false);
  const ids = readIds(body);
  const { artifacts, clock } = plannings.reading;
  await artifacts.changeLinks(viewer, [], async (tx) => {
    const known = await listAmong(tx, backlog.selections, ids);
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw refuse(unknown);
    const [comparedTo, ...others] = ids;
    if (comparedTo === undefined) return;
    await artifactRanking.rankArtifacts(
      tx,
      { viewer, atMs: clock.nowMs() },
      { ids: others, direction: 'after', comparedTo },
    );
  });
}

/**
 * The milestone holds these items and no others from now on, in this order; what it holds may be closed, what comes may not. Throws
 * as findContent and requirePlanner, notFound for what is not there or of no tracker that is planned here, invalid for what comes
 * twice and for what is closed, or planned elsewhere.
 */
export async function replaceContent(
  plannings: Plannings,
  viewer: Viewer,
  id: number,
  body: Static<typeof ItemIds>,
): Promise<void> {
  const { db, artifacts, clock } = plannings.reading;
  const content = await findContent(plannings, viewer, id);
  requirePlanner(viewer, content, true);
  const ids = readIds(body);
  await requirePlannable(plannings, viewer, content, ids);
  const held = await listFound(db, content.selections);
  const wanted = new Set(ids);
  const removed = held.rows.flatMap((row) => (wanted.has(row.id) ? [] : row.id));
  const links: LinkChange = { id, added: ids.map((one) => ({ id: one, type: '' })), removed, path: 'ids' };
  const allowed = [...content.selections, ...selectFree(plannings, viewer, content)];
  const check = await listAmong(db, allowed, ids);
  const refused = ids.find((one) => !check.has(one));
  if (refused !== undefined)
    throw invalid(says('backlog.planned')`item ${refused} is closed or already planned in another milestone`, 'ids');
  await artifacts.changeLinks(viewer, [links], async (tx) => {
    await removeFromTopBacklog(tx, ids);
    const [comparedTo, ...others] = ids;
    if (comparedTo === undefined) return;
    await artifactRanking.rankArtifacts(
      tx,
      { viewer, atMs: clock.nowMs() },
      { ids: others, direction: 'after', comparedTo },
    );
  });
}

/** Throws notFound for what is not there, hidden, or of another tracker. */
async function requirePlannable(
  { reading: { db } }: Plannings,
  viewer: Viewer,
  { takes }: Backlog,
  ids: readonly number[],
): Promise<void> {
  const known = await listAmong(
    db,
    takes.map((tracker) => visibleOf(db, viewer, tracker)),
    ids,
  );
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return;
  const takers = new Set(takes.map((tracker) => tracker.id));
  const [row] = await listArtifactsByIds(db, [unknown]);
  throw notFound(
    row === undefined || takers.has(row.tracker_id)
      ? says('artifact.missing')`there is no artifact ${unknown}`
      : says('backlog.not-planned')`artifact ${unknown} is not in a tracker that is planned here`,
  );
}

/**
 * Puts one item into what is left to plan inside a milestone: of the trackers that fill the milestones inside it, where there are such.
 * Throws as requirePlanner, and invalid for what can't go there.
 */
export async function addToBacklog(plannings: Plannings, viewer: Viewer, backlog: Backlog, id: number): Promise<void> {
  requirePlanner(viewer, backlog, true);
  const { db } = plannings.reading;
  const sub = backlog.planning && findSubPlanning(backlog.board, backlog.planning);
  const here = (sub?.backlogTrackers ?? backlog.takes).map((tracker) => visibleOf(db, viewer, tracker));
  if (!(await listAmong(db, here, [id])).has(id)) {
    const [row] = await listArtifactsByIds(db, [id]);
    const tracker = row === undefined ? undefined : backlog.board.trackers.get(row.tracker_id);
    const refusal =
      tracker === undefined
        ? says('backlog.not-there')`is not in the list`
        : says('backlog.not-taken')`is in the tracker "${tracker.name}", whose artifacts can't be added`;
    throw invalid(refusal, 'artifact.id');
  }
  await changeBacklog(plannings, viewer, backlog, { add: [{ id }] });
}
