// Artifacts as entries of inboxes show them.
import { artifactViews, findVisible, listArtifactsByIds, listStamps } from '../../artifacts/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import type { Trackers } from '../../trackers/index.ts';
import type { InboxThings } from './inbox.service.ts';

export const artifactThings = (db: Reader, trackers: Trackers): InboxThings => ({
  kind: 'artifact',
  async findVisible(viewer, ids) {
    const visible = await findVisible({ db, trackers }, viewer, await listStamps(db, ids));
    const rows = await listArtifactsByIds(
      db,
      ids.filter((id) => visible.ids.has(id)),
    );
    return new Map(
      rows.flatMap((row) => {
        const definition = visible.definitions.get(row.tracker_id);
        if (definition === undefined) return [];
        const {
          id,
          uri,
          html_url,
          title,
          xref,
          tracker,
          full_status: status,
        } = artifactViews.viewOwnArtifact(viewer, row, definition);
        const { label, color_name, icon, project } = tracker;
        const thing = {
          id,
          uri,
          html_url,
          title,
          xref,
          project,
          tracker: { label, color_name, icon },
          status,
        };
        return [[row.id, thing]];
      }),
    );
  },
});
