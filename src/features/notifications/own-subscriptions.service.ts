// All that somebody chose about mails, in one place.
import type { Static } from 'typebox';
import type { Database } from '../../platform/database/index.ts';
import { findVisible, listArtifactsByIds, listStamps, parseValues, titleOf } from '../artifacts/index.ts';
import { requireOwn } from '../people/index.ts';
import type { UserRow } from '../people/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import { mayField, trackerAccess, trackerViews } from '../trackers/index.ts';
import type { Definition, Trackers } from '../trackers/index.ts';
import type { OwnArtifactSubscription, OwnTrackerSubscription } from './own-subscriptions.schema.ts';
import * as store from './rules.store.ts';

type List<T> = Promise<{ entries: T[]; size: number }>;

export interface OwnSubscriptions {
  /** By tracker, those that the viewer still sees. Throws forbidden for somebody else's. */
  listTrackers(viewer: Viewer, user: UserRow | undefined, page: Page): List<Static<typeof OwnTrackerSubscription>>;
  /** By artifact, newest first, those that the viewer still sees. Throws forbidden for somebody else's. */
  listArtifacts(viewer: Viewer, user: UserRow | undefined, page: Page): List<Static<typeof OwnArtifactSubscription>>;
}

const what = 'subscriptions';

const cut = <T>(all: readonly T[], { limit, offset }: Page): T[] => all.slice(offset, offset + limit);

export function createOwnSubscriptions(database: Database, trackers: Trackers): OwnSubscriptions {
  const db = database.read;
  return {
    async listTrackers(viewer, user, page) {
      const rows = await store.listSubscriptionsOf(db, requireOwn(viewer, user, what).id);
      const shown: Static<typeof OwnTrackerSubscription>[] = [];
      for (const row of rows) {
        const tracker = await trackers.findDefinition(row.tracker_id, viewer.site.version);
        if (tracker === undefined || !trackerAccess.mayEnterTracker(viewer, tracker)) continue;
        shown.push({ tracker: trackerViews.viewTrackerReference(tracker), level: row.level });
      }
      return { entries: cut(shown, page), size: shown.length };
    },
    async listArtifacts(viewer, user, page) {
      const rows = await store.listArtifactChoicesOf(db, requireOwn(viewer, user, what).id);
      const stamps = await listStamps(
        db,
        rows.map((row) => row.artifact_id),
      );
      const { ids, definitions } = await findVisible({ db, trackers }, viewer, stamps);
      const visible = rows.filter((row) => ids.has(row.artifact_id));
      const chosen = cut(visible, page);
      const artifacts = await listArtifactsByIds(
        db,
        chosen.map((row) => row.artifact_id),
      );
      const byId = new Map(artifacts.map((row) => [row.id, row]));
      const entries = chosen.flatMap((row) => {
        const artifact = byId.get(row.artifact_id);
        const tracker = definitions.get(artifact?.tracker_id ?? 0);
        if (artifact === undefined || tracker === undefined) return [];
        return [{ artifact: viewArtifact(viewer, artifact, tracker), is_subscribed: row.is_subscribed === 1 }];
      });
      return { entries, size: visible.length };
    },
  };
}

function viewArtifact(viewer: Viewer, row: Parameters<typeof parseValues>[0] & { id: number }, tracker: Definition) {
  const isReadable = (field: Definition['fields'][number]): boolean => mayField(viewer, tracker, field, 'read');
  return {
    id: row.id,
    xref: `${tracker.itemName} #${row.id}`,
    title: titleOf(tracker, parseValues(row), isReadable),
    tracker: trackerViews.viewTrackerReference(tracker),
  };
}
