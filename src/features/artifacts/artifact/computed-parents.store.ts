// In which sums and charts an artifact counts.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { prepareList } from '../../../platform/database/index.ts';
import type { Writer } from '../../../platform/database/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { fieldIs, typesThat } from '../../trackers/index.ts';

/** Types of the links that sums follow: to children, and plain ones. */
export const summedLinkTypes: readonly string[] = ['_is_child', ''];

/** Links that one change follows to what it counts in. */
const linksMax = 5000;
/** Artifacts whose arriving links one query reads. */
const targetsAtOnce = 20;

/** Links that arrive at artifacts from such as show sums or charts, once for each kind of field that does. */
const listCountingLinks = prepareList((db, isOneOf) =>
  db
    .selectFrom('artifact_links')
    .innerJoin('artifacts', 'artifacts.id', 'artifact_links.source_id')
    .innerJoin('tracker_fields', 'tracker_fields.tracker_id', 'artifacts.tracker_id')
    .select(['artifact_links.source_id', 'artifact_links.type', 'tracker_fields.type as field_type'])
    .distinct()
    .where(isOneOf('artifact_links.target_id'))
    .where(
      'tracker_fields.type',
      'in',
      typesThat((field) => fieldIs.sum(field) || fieldIs.burndown(field) || fieldIs.burnup(field)),
    )
    .limit(linksMax + 1),
);

/**
 * Artifacts that show sums or charts in which this one may count: those that it is a child of; those above them, as long as
 * the ones between have computed fields, which alone carry numbers on; and those with a burnup that link to one of these. Where
 * that would follow too many links, the site gets a new version instead, by which all answers are made anew.
 */
export async function listCounting(tx: Writer, id: number): Promise<number[]> {
  const counting = new Set<number>();
  const carriers = new Set([id]);
  let seen = 0;
  let followed = 0;
  while (seen < carriers.size) {
    const level = carriers.values().drop(seen).take(targetsAtOnce).toArray();
    seen += level.length;
    if (isSliceOver()) await yieldSlice(true);
    const links = await listCountingLinks(tx, level);
    followed += links.length;
    if (followed > linksMax) {
      await bumpSiteVersion(tx);
      return [];
    }
    for (const { source_id, type, field_type } of links) {
      const field = { type: field_type };
      const isSumming = summedLinkTypes.includes(type);
      if (isSumming || fieldIs.burnup(field)) counting.add(source_id);
      if (isSumming && fieldIs.sum(field)) carriers.add(source_id);
    }
  }
  return [...counting];
}
