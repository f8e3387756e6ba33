// What names commits, and what commits name: both directions of `cross_references`.
import type { Static } from 'typebox';
import type { Reader } from '../../../platform/database/index.ts';
import type { ExtensionPoint } from '../../../platform/extension-point.ts';
import { publicUrl } from '../../../settings/index.ts';
import { textReferences } from '../../artifacts/index.ts';
import type { ListReferring } from '../../artifacts/index.ts';
import { referencePatterns } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { trackerRecords, writtenReferences } from '../../trackers/index.ts';
import type { Keywords, ReferenceName } from '../../trackers/index.ts';
import { findOpen, viewReference } from './commit-references.ts';
import type { ReadableRepositories } from './commit-references.ts';
import { listNamingCommits } from './commits.store.ts';
import type { CrossReferences } from './referring.schema.ts';

/** Later features add what of theirs has texts. */
export type ReferringTexts = ExtensionPoint<ListReferring>;

type CrossReference = Static<typeof CrossReferences>[number];

/** The shortest beginning of a hash that names a commit. */
const hashLengthMin = 7;

/** How texts of its project name a commit of Git, by beginnings of its hash. */
export const namesOfCommit = (projectId: number, repository: string, hash: string): ReferenceName[] => [
  {
    least: writtenReferences.pathKeyword('git', `${repository}/${hash.slice(0, hashLengthMin)}`),
    whole: writtenReferences.pathKeyword('git', `${repository}/${hash}`),
    id: 0,
    projectId,
  },
];

/** How texts of its project name a revision of Subversion: with the repository, which may be left out where the project has no other. */
export const namesOfRevision = (
  projectId: number,
  repository: string,
  revision: number,
  isOnly: boolean,
): ReferenceName[] =>
  referencePatterns.revisionKeywords.flatMap((keyword) => [
    writtenReferences.wholeName(writtenReferences.pathKeyword(keyword, `${repository}/${revision}`), 0, projectId),
    ...(isOnly ? [writtenReferences.wholeName(keyword, revision, projectId)] : []),
  ]);

/** Whether texts may leave the repository out. */
export const isOnlySvn = async (db: Reader, projectId: number, repository: string): Promise<boolean> =>
  (await referencePatterns.findOnlySvn(db, projectId)) === repository;

/** Commits whose messages name what is asked for, where the viewer may read the repository. */
export const createReferringCommits =
  (readable: ReadableRepositories): ListReferring =>
  async (db, viewer, names) => {
    const commits = await listNamingCommits(db, names, textReferences.referringMax);
    const isOpen = await findOpen(db, readable, viewer, commits);
    const isOwnKeyword = textReferences.createOwnKeywords(db);
    const baseUrl = publicUrl(viewer.site.settings);
    const found = new Map<string, Awaited<ReturnType<ListReferring>>[number]>();
    for (const commit of commits.filter(isOpen)) {
      const reference = { keyword: commit.keyword, id: commit.target_id };
      if (reference.id !== 0 && (await isOwnKeyword(commit.project_id, commit.keyword))) continue;
      for (const name of names)
        if (writtenReferences.isNamed(name, reference, commit.project_id))
          found.set(`${name.whole} ${name.id} ${commit.id}`, { name, ...viewReference(commit, baseUrl) });
    }
    return [...found.values()];
  };

/** What references in texts of a project lead to. */
export async function readKeywords(db: Reader, project: { id: number; unix_name: string }): Promise<Keywords> {
  const [trackers, ownLinks] = await Promise.all([
    trackerRecords.listTrackerRows(db, project.id),
    referencePatterns.listOwnLinks(db, project.id),
  ]);
  return { itemNames: trackers.map((tracker) => tracker.item_name), ownLinks, project };
}

/** What a text refers to: artifacts that names of trackers, `art` and `artifact` can mean, then all else that it names. */
export function listNamedBy(text: string, keywords: Keywords, baseUrl: string): Omit<CrossReference, 'direction'>[] {
  const artifacts = writtenReferences
    .listReferences(text)
    .filter(({ keyword, id }) => id !== 0 && writtenReferences.isKeyword(keyword, keywords.itemNames))
    .map(({ keyword, id }) => ({
      ref: `${keyword} #${id}`,
      url: writtenReferences.referenceUrl(keyword, id, keywords.project.id, baseUrl),
    }));
  const known = new Set(artifacts.map(({ ref }) => ref));
  return [
    ...artifacts,
    ...writtenReferences.listOtherLinks(text, keywords, baseUrl).filter(({ ref }) => !known.has(ref)),
  ];
}

/** Something that is shown with what it refers to, and what refers to it. */
export interface Named {
  text: string;
  names: readonly ReferenceName[];
}

/** `cross_references` of each, in their order. */
export async function listCrossReferences(
  { db, referring }: { db: Reader; referring: ReferringTexts },
  viewer: Viewer,
  keywords: Keywords,
  shown: readonly Named[],
): Promise<CrossReference[][]> {
  const baseUrl = publicUrl(viewer.site.settings);
  const names = shown.flatMap((one) => one.names);
  const found = (await Promise.all(referring.list().map((list) => list(db, viewer, names)))).flat();
  const byName = Map.groupBy(found, ({ name }) => name);
  return shown.map(({ text, names: own }) => {
    const sources = new Map(
      own.flatMap((name) => byName.get(name) ?? []).map(({ ref, url }) => [ref.toLowerCase(), { ref, url }]),
    );
    const targets = listNamedBy(text, keywords, baseUrl).map((one) => {
      const isBoth = sources.delete(one.ref.toLowerCase());
      return { ...one, direction: isBoth ? 'both' : 'out' };
    });
    return [...targets, ...[...sources.values()].map((one) => ({ ...one, direction: 'in' }))];
  });
}
