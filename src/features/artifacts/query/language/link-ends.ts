// Which artifacts may stand at the other end of a link, as far as the viewer may know (see visible-links.ts).
import type { Reader } from '../../../../platform/database/index.ts';
import type { Viewer } from '../../../projects/index.ts';
import { trackerAccess } from '../../../trackers/index.ts';
import type { Definition, Trackers } from '../../../trackers/index.ts';
import { findVisible, visibleOfTrackers } from '../../permissions/artifacts.access.ts';
import { listVisibilityRows } from '../../artifact/artifacts.store.ts';
import type { LinkEnds } from './condition.ts';
import { listLivingTrackers } from './trackers.store.ts';
import type { LinkEnd } from './tql.ts';

interface Deps {
  db: Reader;
  trackers: Trackers;
}

/** Gives what QueryContext.findLinkEnds is for links of the tracker's artifacts. */
export const createLinkEnds =
  (deps: Deps, viewer: Viewer, tracker: Definition) =>
  async (direction: 'forward' | 'reverse', end: LinkEnd): Promise<LinkEnds | undefined> => {
    if (direction === 'forward' && trackerAccess.findReadableLinkField(viewer, tracker) === undefined) return undefined;
    // A link is a value of the artifact that it leaves from.
    const isKnown = (other: Definition): boolean =>
      direction === 'forward' || trackerAccess.findReadableLinkField(viewer, other) !== undefined;
    if (end !== undefined && 'artifactId' in end) return findOne(deps, viewer, end.artifactId, isKnown);
    const trackers = (await listSeen(deps, viewer, end)).filter(isKnown);
    return trackers.length === 0 ? undefined : { filter: visibleOfTrackers(deps.db, viewer, trackers) };
  };

async function findOne(
  deps: Deps,
  viewer: Viewer,
  id: number,
  isKnown: (other: Definition) => boolean,
): Promise<LinkEnds | undefined> {
  const visible = await findVisible(deps, viewer, await listVisibilityRows(deps.db, [id]));
  const [other] = visible.definitions.values();
  if (other === undefined || !visible.ids.has(id) || !isKnown(other)) return undefined;
  return { filter: (query) => query.where('artifacts.id', '=', id), ids: [id] };
}

async function listSeen(
  { db, trackers }: Deps,
  viewer: Viewer,
  end: Extract<LinkEnd, { tracker: string }> | undefined,
): Promise<Definition[]> {
  const rows = await listLivingTrackers(db);
  const wanted = rows.filter(({ item_name }) => end === undefined || (item_name === end.tracker) !== end.isOther);
  const found = await Promise.all(wanted.map(({ id }) => trackers.findDefinition(id, viewer.site.version)));
  return found
    .filter((tracker) => tracker !== undefined)
    .filter((tracker) => trackerAccess.mayEnterTracker(viewer, tracker));
}
