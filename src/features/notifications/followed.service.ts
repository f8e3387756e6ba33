// What somebody follows: artifacts that they asked to be told of, whatever they chose for their trackers.
import type { Static } from 'typebox';
import type { Database } from '../../platform/database/index.ts';
import { artifactViews, findVisible, listArtifactsByIds, listStamps } from '../artifacts/index.ts';
import type { artifactSchemas } from '../artifacts/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { listFollowedIds } from './rules.store.ts';

/** Those changed last first, as far as the viewer still sees them. */
export async function listFollowed(
  { database, trackers }: { database: Database; trackers: Trackers },
  viewer: Viewer,
  { limit, offset }: Page,
): Promise<{ followed: Static<typeof artifactSchemas.OwnArtifact>[]; size: number }> {
  const db = database.read;
  const ids = await listFollowedIds(db, viewer.user?.id ?? -1);
  const stamps = await listStamps(db, ids);
  const visible = await findVisible({ db, trackers }, viewer, stamps);
  const latestFirst = stamps
    .filter(({ id }) => visible.ids.has(id))
    .sort((a, b) => b.version_second - a.version_second || b.id - a.id);
  const shown = latestFirst.slice(offset, offset + limit).map(({ id }) => id);
  const rows = Map.groupBy(await listArtifactsByIds(db, shown), ({ id }) => id);
  const followed = shown
    .flatMap((id) => rows.get(id) ?? [])
    .flatMap((row) => {
      const tracker = visible.definitions.get(row.tracker_id);
      return tracker === undefined ? [] : [artifactViews.viewOwnArtifact(viewer, row, tracker)];
    });
  return { followed, size: latestFirst.length };
}
