// Links of other artifacts that point to one: setting them changes those others, each by a changeset of its own.
import type { Writer } from '../../../platform/database/index.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { artifactLinks, fieldIs, mayField } from '../../trackers/index.ts';
import type { ArtifactLink, Definition } from '../../trackers/index.ts';
import { listArtifactsByIds, listLinksFrom, listLinksTo } from '../artifact/artifacts.store.ts';
import type { ArtifactRow } from '../artifact/artifacts.store.ts';
import { applyChanges } from '../artifact/change.ts';
import type { Changed } from '../workflow/triggers.ts';
import { notYours } from './visible-links.ts';

/** A change of links of other artifacts that point here. */
export interface ReverseLinks {
  /** The wanted artifacts that link here; undefined: as they are. */
  all: readonly { id: number; type: string }[] | undefined;
  /** The wanted parent; undefined: as it is. */
  parentId: number | undefined;
  /** What comes and goes of those that there are. */
  change: LinkListChange;
  /** Where they stand in the request, for messages. */
  path: string;
}

/** Links that come and go beside those that stay. */
export interface LinkListChange {
  add: readonly ArtifactLink[];
  remove: readonly ArtifactLink[];
}

export interface ReverseLinkRequest {
  viewer: Viewer;
  target: ArtifactRow;
  wanted: ReverseLinks;
  /** Artifacts whose links to the target the viewer may not know of: they stay. */
  hiddenSources: ReadonlySet<number>;
  nowMs: number;
  /** Definitions of the trackers of all artifacts that are to change. */
  definitions: ReadonlyMap<number, Definition>;
}

/**
 * Gives the artifacts that changed. Throws invalid when one of the others has no link field or the viewer may not update it,
 * forbidden when its project is suspended or deleted.
 */
export async function applyReverseLinks(tx: Writer, request: ReverseLinkRequest): Promise<Changed[]> {
  const { target, wanted } = request;
  const present = (await listLinksTo(tx, [target.id])).map((link) => ({ id: link.source_id, type: link.type }));
  const hidden = present.filter((link) => request.hiddenSources.has(link.id));
  const next = [...hidden, ...planReverseLinks(present, wanted).filter((link) => !request.hiddenSources.has(link.id))];
  const keyOf = (link: ArtifactLink): string => `${link.id} ${link.type}`;
  const before = new Set(present.map(keyOf));
  const after = new Set(next.map(keyOf));
  const changed = [
    ...next.filter((link) => !before.has(keyOf(link))),
    ...present.filter((link) => !after.has(keyOf(link))),
  ];
  const sources = await listArtifactsByIds(tx, [...new Set(changed.map((link) => link.id))]);
  const done: Changed[] = [];
  for (const source of sources) {
    const own = (await listLinksFrom(tx, [source.id])).map((link) => ({ id: link.target_id, type: link.type }));
    const kept = own.filter((link) => link.id !== target.id);
    const added = next.filter((link) => link.id === source.id).map((link) => ({ id: target.id, type: link.type }));
    done.push({ before: source, after: await changeLinks(tx, request, source, [...kept, ...added]) });
  }
  return done;
}

function planReverseLinks(present: readonly ArtifactLink[], wanted: ReverseLinks): ArtifactLink[] {
  const base = wanted.all ?? artifactLinks.changeLinkList(present, wanted.change);
  if (wanted.parentId === undefined) return [...base];
  return [
    ...base.filter((link) => link.type !== artifactLinks.childType),
    { id: wanted.parentId, type: artifactLinks.childType },
  ];
}

async function changeLinks(
  tx: Writer,
  request: ReverseLinkRequest,
  source: ArtifactRow,
  links: ArtifactLink[],
): Promise<ArtifactRow> {
  const { viewer, nowMs, definitions } = request;
  const tracker = definitions.get(source.tracker_id);
  const field = tracker?.fields.find(fieldIs.links);
  if (tracker === undefined || field === undefined || !mayField(viewer, tracker, field, 'update')) {
    throw notYours(source.id, request.wanted.path);
  }
  requireLivingProject(tracker.project);
  const by = viewer.user?.id ?? 0;
  const change = { by, atMs: nowMs, agent: viewer.agent, comments: [], values: new Map([[field.id, links]]) };
  return applyChanges(tx, tracker, source, [change]);
}
