// Moves artifacts within the one order on behalf of somebody, which others hear of.
import type { Writer } from '../../../platform/database/index.ts';
import { appendEvents } from '../../../platform/events/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { ArtifactEventKind } from '../state/artifact-events.ts';
import { listPlaces, moveArtifacts } from '../state/rank.store.ts';
import type { RankMove } from '../state/rank.store.ts';

const kind: ArtifactEventKind = 'artifact-ranked';

/** As moveArtifacts, with an event for each artifact that went elsewhere; those that only made room have none. */
export async function rankArtifacts(
  tx: Writer,
  { viewer, atMs }: { viewer: Viewer; atMs: number },
  move: RankMove,
): Promise<void> {
  const places = await listPlaces(tx, await moveArtifacts(tx, move));
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
