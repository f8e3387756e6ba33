// Which artifacts have texts that name something that is no artifact, such as a commit or a pull request.
import type { Reader } from '../../../platform/database/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import { referencePatterns } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { trackerRecords, writtenReferences } from '../../trackers/index.ts';
import type { Definition, ReferenceName, Trackers } from '../../trackers/index.ts';
import { listVisibilityRows } from '../artifact/artifacts.store.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import { loadCommentHeads } from '../comments/visible-comments.ts';
import { listNaming } from './referring.store.ts';
import { mayReadText } from './visible-references.ts';

/** Something that names what was asked for. */
export interface Referring {
  /** One of those that were asked for. */
  name: ReferenceName;
  ref: string;
  url: string;
}

/** What has texts that name what has one of the names, as far as the viewer may see it and read the text; each once for a name. */
export type ListReferring = (db: Reader, viewer: Viewer, names: readonly ReferenceName[]) => Promise<Referring[]>;

/** So many references of the newest artifacts are looked at for each answer. */
export const referringMax = 1000;

const namesPerStatement = 100;

export const createReferringArtifacts =
  (trackers: Trackers): ListReferring =>
  async (db, viewer, names) => {
    const rows = [];
    for (let start = 0; start < names.length && rows.length < referringMax; start += namesPerStatement) {
      const some = names.slice(start, start + namesPerStatement);
      rows.push(...(await listNaming(db, some, referringMax - rows.length)));
    }
    if (rows.length === 0) return [];
    const owners = await listVisibilityRows(db, [...new Set(rows.map((row) => row.source_id))]);
    const { ids, definitions } = await findVisible({ db, trackers }, viewer, owners);
    const trackerOf = new Map(
      owners.filter(({ id }) => ids.has(id)).map((owner) => [owner.id, definitions.get(owner.tracker_id)]),
    );
    const comments = await loadCommentHeads(db, [...new Set(rows.flatMap((row) => row.changeset_id || []))]);
    const isOwnKeyword = createOwnKeywords(db);
    const baseUrl = publicUrl(viewer.site.settings);
    const byNumber = Map.groupBy(names, (name) => name.id);
    const found = new Map<string, Referring>();
    for (const row of rows) {
      const tracker = trackerOf.get(row.source_id);
      if (tracker === undefined || !mayReadText(viewer, tracker, row, comments)) continue;
      const reference = { keyword: row.keyword, id: row.target_id };
      if (row.target_id !== 0 && (await isOwnKeyword(tracker.project.id, row.keyword))) continue;
      for (const name of byNumber.get(row.target_id) ?? [])
        if (writtenReferences.isNamed(name, reference, tracker.project.id))
          found.set(`${name.whole} ${name.id} ${row.source_id}`, viewArtifact(name, tracker, row.source_id, baseUrl));
    }
    return [...found.values()];
  };

const viewArtifact = (
  name: ReferenceName,
  { itemName, project }: Definition,
  id: number,
  baseUrl: string,
): Referring => ({
  name,
  ref: `${itemName} #${id}`,
  url: writtenReferences.referenceUrl(itemName, id, project.id, baseUrl),
});

/** Tells whether a keyword means artifacts, or a link of its own, in texts of a project. */
export function createOwnKeywords(db: Reader): (projectId: number, keyword: string) => Promise<boolean> {
  const known = new Map<number, Promise<readonly string[]>>();
  const list = async (projectId: number): Promise<readonly string[]> => {
    const [trackers, patterns] = await Promise.all([
      trackerRecords.listTrackerRows(db, projectId),
      referencePatterns.listReferencePatterns(db, projectId),
    ]);
    return [...trackers.map((tracker) => tracker.item_name), ...patterns.map((pattern) => pattern.keyword)];
  };
  return async (projectId, keyword) => {
    const names = known.get(projectId) ?? list(projectId);
    known.set(projectId, names);
    return writtenReferences.isKeyword(keyword, await names);
  };
}

/** For features whose texts name artifacts and are named by them. */
export const textReferences = { createReferringArtifacts, createOwnKeywords, referringMax };
