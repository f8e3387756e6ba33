// Which links a viewer may know of. A link is a value of the artifact that it leaves from, so it is known to those who see
// both ends and may read the link field of that artifact.
import type { Reader } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { DomainError } from '../../../platform/errors.ts';
import type { Viewer } from '../../projects/index.ts';
import { trackerAccess } from '../../trackers/index.ts';
import type { Definition, Trackers } from '../../trackers/index.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import * as store from '../artifact/artifacts.store.ts';
import type { LinkRow, VisibilityRow } from '../artifact/artifacts.store.ts';
import { listLinkEnds } from './link-ends.store.ts';
import type { LinkEnd } from './link-ends.store.ts';

export interface VisibleLinks {
  /** Links that leave from the artifacts, and links that arrive there. */
  from: LinkRow[];
  to: LinkRow[];
  /** Artifacts at the other ends, and those `mentioned`, that the viewer sees, with their trackers. */
  seen: ReadonlyMap<number, Definition>;
  /** The other ends of the links that were left out, by direction. */
  hiddenTargets: ReadonlySet<number>;
  hiddenSources: ReadonlySet<number>;
  /** Whether another viewer with the same rights class might see others. */
  isPersonal: boolean;
}

/** Refuses a change of the links of another artifact. */
export const notYours = (artifactId: number, path: string): DomainError =>
  invalid(says('links.not-yours')`you don't have permission to change the links of artifact ${artifactId}`, path);

/**
 * Links of artifacts that the viewer may see; `mentioned` are more artifacts to look up in `seen`. `ends` are those of the
 * artifacts where they have been read.
 */
export async function loadVisibleLinks(
  deps: { db: Reader; trackers: Trackers },
  viewer: Viewer,
  artifacts: readonly { id: number; tracker: Definition }[],
  mentioned: readonly number[] = [],
  ends?: readonly LinkEnd[],
): Promise<VisibleLinks> {
  const ids = artifacts.map(({ id }) => id);
  const { from, to, rows } = readEnds(ends ?? (await listLinkEnds(deps.db, ids)));
  const others = mentioned.filter((id) => !rows.has(id));
  for (const row of await store.listVisibilityRows(deps.db, [...new Set(others)])) rows.set(row.id, row);
  const { ids: visible, isPersonal, definitions } = await findVisible(deps, viewer, [...rows.values()]);
  const seen = new Map<number, Definition>();
  for (const row of rows.values()) {
    const tracker = definitions.get(row.tracker_id);
    if (tracker !== undefined && visible.has(row.id)) seen.set(row.id, tracker);
  }
  const own = new Map(artifacts.map((artifact) => [artifact.id, artifact.tracker]));
  const isReadable = (tracker: Definition | undefined): boolean =>
    tracker !== undefined && trackerAccess.findReadableLinkField(viewer, tracker) !== undefined;
  const shownFrom = from.filter((link) => seen.has(link.target_id) && isReadable(own.get(link.source_id)));
  const shownTo = to.filter((link) => isReadable(seen.get(link.source_id)));
  return {
    from: shownFrom,
    to: shownTo,
    seen,
    hiddenTargets: without(from, shownFrom, 'target_id'),
    hiddenSources: without(to, shownTo, 'source_id'),
    isPersonal,
  };
}

/** Links by direction, with the artifacts at their other ends. */
function readEnds(ends: readonly LinkEnd[]): { from: LinkRow[]; to: LinkRow[]; rows: Map<number, VisibilityRow> } {
  const from: LinkRow[] = [];
  const to: LinkRow[] = [];
  const rows = new Map<number, VisibilityRow>();
  for (const { owner_id: owner, is_arriving: isArriving, other_id: id, type, ...row } of ends) {
    if (isArriving === 0) from.push({ source_id: owner, target_id: id, type });
    else to.push({ source_id: id, target_id: owner, type });
    if (row.tracker_id !== null && row.is_limited !== null)
      rows.set(id, { id, tracker_id: row.tracker_id, is_limited: row.is_limited });
  }
  return { from, to, rows };
}

function without(all: readonly LinkRow[], shown: readonly LinkRow[], end: 'source_id' | 'target_id'): Set<number> {
  const known = new Set(shown);
  return new Set(all.filter((link) => !known.has(link)).map((link) => link[end]));
}
