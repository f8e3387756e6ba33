// What references in texts of pull requests lead to.
import type { Reader } from '../../platform/database/index.ts';
import { listOwnLinks } from '../projects/index.ts';
import type { Repository } from '../source-control/index.ts';
import { listTrackerRows } from '../trackers/index.ts';
import type { Keywords } from '../trackers/index.ts';

/** Short names of trackers, and keywords of its own, of the project that the repository belongs to. */
export async function readKeywords(db: Reader, { project }: Repository): Promise<Keywords> {
  const [trackers, ownLinks] = await Promise.all([listTrackerRows(db, project.id), listOwnLinks(db, project.id)]);
  return { itemNames: trackers.map((tracker) => tracker.item_name), ownLinks, project };
}
