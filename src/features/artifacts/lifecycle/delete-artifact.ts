// Deleting artifacts, within a limit per person and day, and bringing them back.
import { forbidden, notFound, DomainError } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Writer } from '../../../platform/database/index.ts';
import { commandLine, recordAudit } from '../../audit/index.ts';
import { actorOf } from '../../people/index.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { isTrackerAdmin } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { awaitPreconditions, readToChange, readWhole, requireSignedIn } from '../changes/admission.ts';
import type { ArtifactDeps, Preconditions } from '../changes/admission.ts';
import { appendArtifactEvent } from '../artifact/artifact-events.ts';
import type { ArtifactRow } from '../artifact/artifacts.store.ts';
import { isLinkList, parseValues } from '../artifact/change.ts';
import { bumpContexts, bumpReferrers, insertLinks, listNeighbours } from '../artifact/change.store.ts';
import { countArtifacts, readAudience } from '../artifact/counts.store.ts';
import * as store from './deleted-artifacts.store.ts';
import type { RestoredRows } from './deleted-artifacts.store.ts';
import { rebuildTraces } from './rebuild-traces.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** How many artifacts the viewer deleted within the time that the limit is for. */
export const countDeletions = async ({ database, clock }: ArtifactDeps, { user }: Viewer): Promise<number> =>
  user === undefined ? 0 : (await store.listDeletions(database.read, user.id, clock.nowMs() - dayMs)).length;

/** Headers that say how many artifacts a person may delete within 24 hours, and how many are left. */
type RateHeaders = { 'x-ratelimit-limit': string; 'x-ratelimit-remaining': string };

/**
 * Takes the artifact out of the tables; its row in deleted_artifacts keeps it for an operator. Throws as Artifacts.read,
 * preconditionFailed, forbidden for who does not administer the tracker or where the site allows no deletions, and
 * rate-limited beyond the site's limit, the last two with the headers that success has.
 */
export async function deleteArtifact(
  deps: ArtifactDeps,
  viewer: Viewer,
  id: number,
  preconditions: Preconditions,
): Promise<RateHeaders> {
  const seen = await readWhole(deps, viewer, id);
  const { tracker } = seen;
  requireLivingProject(tracker.project);
  const by = requireDeleter(viewer, tracker);
  const max = viewer.site.settings.sys_artifact_deletions_per_day;
  const headersWith = (left: number): RateHeaders => ({
    'x-ratelimit-limit': String(max),
    'x-ratelimit-remaining': String(left),
  });
  if (max === 0)
    throw new DomainError('forbidden', says('artifact.deleting-off')`deleting artifacts is turned off on this site`, {
      headers: headersWith(0),
    });
  await awaitPreconditions(deps, preconditions, seen.stamp);
  const nowMs = deps.clock.nowMs();
  return deps.database.transact(async (tx) => {
    const row = await readToChange(deps, tx, viewer, seen, preconditions);
    const recent = await store.listDeletions(tx, by, nowMs - dayMs);
    const [oldest] = recent.slice(-max);
    if (recent.length >= max && oldest !== undefined) throw tooMany(max, oldest + dayMs - nowMs, headersWith(0));
    await takeOut(tx, deps, viewer, tracker, row);
    return headersWith(max - recent.length - 1);
  });
}

/**
 * Deletes an artifact that nobody changed since it was created, whatever the site says of deletions; tells whether it was one. Throws as
 * Artifacts.read, and forbidden for who does not administer the tracker.
 */
export async function deleteUnchanged(deps: ArtifactDeps, viewer: Viewer, id: number): Promise<boolean> {
  const seen = await readWhole(deps, viewer, id);
  const { tracker } = seen;
  requireLivingProject(tracker.project);
  requireDeleter(viewer, tracker);
  const preconditions = { wire: 'json', ifMatch: undefined, ifUnmodifiedSince: undefined } as const;
  return deps.database.transact(async (tx) => {
    const row = await readToChange(deps, tx, viewer, seen, preconditions);
    if (row.version > 1) return false;
    await takeOut(tx, deps, viewer, tracker, row);
    return true;
  });
}

function requireDeleter(viewer: Viewer, tracker: Definition): number {
  const by = requireSignedIn(viewer);
  if (!isTrackerAdmin(viewer, tracker))
    throw forbidden(says('artifact.no-delete')`only administrators of tracker ${tracker.id} can delete its artifacts`);
  return by;
}

/** With its event and its entry in the audit log. */
async function takeOut(
  tx: Writer,
  { clock }: ArtifactDeps,
  viewer: Viewer,
  tracker: Definition,
  row: ArtifactRow,
): Promise<void> {
  const by = requireSignedIn(viewer);
  const atMs = clock.nowMs();
  await removeRow(tx, row, by, atMs);
  await recordRemoval(tx, tracker, row, { kind: 'artifact-deleted', by, atMs });
  const details = { artifact: row.id, tracker: tracker.id };
  const entry = { by: actorOf(viewer), projectId: tracker.project.id, details };
  await recordAudit(tx, clock, { kind: 'artifact-deleted', ...entry });
}

function tooMany(max: number, waitMs: number, headers: RateHeaders): DomainError {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
  return new DomainError(
    'rate-limited',
    says('artifact.delete-quota')`you deleted ${max} artifacts within 24 hours, which is the limit of this site`,
    {
      headers: { ...headers, 'retry-after': String(retryAfterS) },
    },
  );
}

const recordRemoval = (
  tx: Writer,
  tracker: Definition,
  row: ArtifactRow,
  what: { kind: 'artifact-deleted' | 'artifact-restored'; by: number; atMs: number },
): Promise<void> => appendArtifactEvent(tx, tracker, row, { ...what, details: { limited: row.is_limited === 1 } });

async function removeRow(tx: Writer, row: ArtifactRow, by: number, nowMs: number): Promise<void> {
  const neighbours = await listNeighbours(tx, row.id);
  await bumpContexts(
    tx,
    neighbours.map((id) => ({ id, steps: 1 })),
  );
  await countArtifacts(tx, [{ row, audience: await readAudience(tx, row), by: -1 }]);
  await store.takeOut(tx, row, by, nowMs);
}

/**
 * Brings a deleted artifact back with its id, number, history, attachments, and links to and from what is still there.
 * Throws notFound when no such artifact was deleted.
 */
export async function restoreArtifact(
  { database, clock, trackers }: ArtifactDeps,
  siteVersion: number,
  id: number,
): Promise<void> {
  const deleted = (await store.listDeleted(database.read)).find((row) => row.id === id);
  const tracker = deleted && (await trackers.findDefinition(deleted.tracker_id, siteVersion));
  if (tracker === undefined) throw notFound(says('artifact.not-deleted')`there is no deleted artifact ${id}`);
  await database.transact(async (tx) => {
    const rows = await store.putBack(tx, id);
    if (rows === undefined) throw notFound(says('artifact.not-deleted')`there is no deleted artifact ${id}`);
    await restoreTraces(tx, tracker, rows);
    const { artifact: row } = rows;
    await countArtifacts(tx, [{ row, audience: await readAudience(tx, row), by: 1 }]);
    await recordRemoval(tx, tracker, row, { kind: 'artifact-restored', by: 0, atMs: clock.nowMs() });
    const details = { artifact: id, tracker: tracker.id };
    await recordAudit(tx, clock, {
      kind: 'artifact-restored',
      by: commandLine,
      projectId: tracker.project.id,
      details,
    });
  });
}

/** Everything that follows from the rows: keys, references, groups, and links whose other end is there. */
async function restoreTraces(tx: Writer, tracker: Definition, { artifact, comments }: RestoredRows): Promise<void> {
  const newest = [...new Map(comments.map((comment) => [comment.changeset_id, comment])).values()];
  const words = newest.map(({ changeset_id: changesetId, body, format }) => ({ changesetId, body, format }));
  await rebuildTraces(tx, tracker, artifact, words);
  const incoming = (await store.listPossibleSources(tx, artifact.id)).flatMap((source) =>
    Object.values(source.id === artifact.id ? {} : parseValues(source)).flatMap((value) =>
      (isLinkList(value) ? value : []).flatMap(({ id, type }, rank) =>
        id === artifact.id ? [{ sourceId: source.id, targetId: id, type, rank }] : [],
      ),
    ),
  );
  await insertLinks(tx, incoming);
  const around = await listNeighbours(tx, artifact.id);
  await bumpContexts(
    tx,
    around.map((id) => ({ id, steps: 1 })),
  );
  await bumpReferrers(tx, [{ id: artifact.id }]);
}
