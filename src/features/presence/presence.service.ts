// Who looks at an artifact now, or edits it, as their pages say again and again. Nothing of it is history: a row that is not
// renewed ends by itself. A table and not memory, so that people at other processes are seen too.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { forbidden } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { publicUrl } from '../../settings/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import { viewMinimalUser } from '../people/index.ts';
import type { People } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Presence } from './presence.schema.ts';
import * as store from './presence.store.ts';

export interface PresenceService {
  /** Notes that the viewer is there, and gives the others. Throws as Artifacts.read. */
  enter(viewer: Viewer, artifactId: number, isEditing: boolean): Promise<Static<typeof Presence>>;
  /** The others. Throws as Artifacts.read. */
  list(viewer: Viewer, artifactId: number): Promise<Static<typeof Presence>>;
  /** Notes that the viewer has left. */
  leave(viewer: Viewer, artifactId: number): Promise<void>;
}

interface Deps {
  database: Database;
  clock: Clock;
  people: People;
  artifacts: Artifacts;
}

const leaseS = 30;
const leaseMs = leaseS * 1000;
/** Further people are not shown. */
const shownMax = 50;
/** Artifacts that one person is at; those that they came to first are forgotten. */
const placesMax = 20;

function requireUser({ user }: Viewer): number {
  if (user === undefined) throw forbidden(says('presence.anonymous')`anonymous visitors have no presence; sign in`);
  return user.id;
}

export function createPresence({ database, clock, people, artifacts }: Deps): PresenceService {
  const isShown = ({ site }: Viewer): boolean => site.settings.artifact_presence;
  const show = async (viewer: Viewer, rows: readonly store.PresenceRow[]): Promise<Static<typeof Presence>> => {
    const others = rows.filter(({ user_id: id }) => id !== viewer.user?.id).slice(0, shownMax);
    const found = await people.findMany(
      others.map(({ user_id: id }) => id),
      viewer.site.version,
    );
    const baseUrl = publicUrl(viewer.site.settings);
    const shown = others.flatMap(({ user_id: id, is_editing: editing }) => {
      const user = viewMinimalUser(found.get(id), baseUrl);
      return user === null ? [] : [{ user, is_editing: editing === 1 }];
    });
    return { is_shown: isShown(viewer), lease_s: leaseS, people: shown };
  };
  const list: PresenceService['list'] = async (viewer, artifactId) => {
    await artifacts.read(viewer, artifactId);
    return show(viewer, isShown(viewer) ? await store.listPresent(database.read, artifactId, clock.nowMs()) : []);
  };
  return {
    list,
    async enter(viewer, artifactId, isEditing) {
      const userId = requireUser(viewer);
      await artifacts.read(viewer, artifactId);
      if (!isShown(viewer)) return show(viewer, []);
      const nowMs = clock.nowMs();
      const rows = await store.listPresent(database.read, artifactId, nowMs);
      const own = rows.find(({ user_id: id }) => id === userId);
      const is_editing = isEditing ? 1 : 0;
      // What is still true for half of its time need not be written again.
      if (own?.is_editing !== is_editing || own.ends_at_ms < nowMs + leaseMs / 2)
        await database.transact(async (tx) => {
          await store.deleteEnded(tx, nowMs);
          await store.savePresence(tx, {
            artifact_id: artifactId,
            user_id: userId,
            is_editing,
            ends_at_ms: nowMs + leaseMs,
          });
          const old = (await store.listPlacesOf(tx, userId)).slice(placesMax).map(({ artifact_id: id }) => id);
          if (old.length > 0) await store.deletePresence(tx, userId, old);
        });
      return show(viewer, rows);
    },
    async leave(viewer, artifactId) {
      const userId = requireUser(viewer);
      await artifacts.read(viewer, artifactId);
      await database.transact((tx) => store.deletePresence(tx, userId, [artifactId]));
    },
  };
}
