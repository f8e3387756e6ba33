// Moves artifacts within the one order, and tells others where artifacts went, on behalf of somebody.
import type { Writer } from '../../../platform/database/index.ts';
import { appendEvents } from '../../../platform/events/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { ArtifactEventKind } from '../artifact/artifact-events.ts';
import { listPlaces, moveArtifacts } from './rank.store.ts';
import type { RankMove } from './rank.store.ts';

interface Mover {
  viewer: Viewer;
  atMs: number;
}

/** As moveArtifacts, with an event for each artifact that went elsewhere; those that only made room have none. */
export const rankArtifacts = async (tx: Writer, mover: Mover, move: RankMove): Promise<void> =>
  recordPlaces(tx, mover, 'artifact-ranked', await moveArtifacts(tx, move));

/** An event for each artifact that went into a backlog that is filled by hand, or out of it. */
export const recordPlanned = (tx: Writer, mover: Mover, ids: readonly number[]): Promise<void> =>
  recordPlaces(tx, mover, 'artifact-planned', ids);

async function recordPlaces(
  tx: Writer,
  { viewer, atMs }: Mover,
  kind: ArtifactEventKind,
  ids: readonly number[],
): Promise<void> {
  const places = await listPlaces(tx, ids);
  await appendEvents(
    tx,
    places.map((place) => ({
      kind,
      projectId: place.project_id,
      trackerId: place.tracker_id,
      artifactId: place.id,
      changesetId: place.changeset_id,
      by: viewer.user?.id ?? 0,
      atMs,
    })),
  );
}
