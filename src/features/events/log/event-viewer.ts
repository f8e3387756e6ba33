// Shows events with the people and trackers that they name.
import type { Static } from 'typebox';
import { publicUrl } from '../../../settings/index.ts';
import type { People } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { SeenEvent } from './events.access.ts';
import type { Event } from './events.schema.ts';
import { viewEvent } from './events.view.ts';

/** Gives events that the viewer may know of in the shape of the wire. */
export type EventViewer = (viewer: Viewer, seen: readonly SeenEvent[]) => Promise<Static<typeof Event>[]>;

export const createEventViewer =
  (people: People): EventViewer =>
  async (viewer, seen) => {
    const users = await people.findMany(
      seen.map(({ event }) => event.by),
      viewer.site.version,
    );
    const baseUrl = publicUrl(viewer.site.settings);
    return seen.map((one) => viewEvent(one, users.get(one.event.by), baseUrl));
  };
