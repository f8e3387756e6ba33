// Artifacts and comments of a project that are for some groups alone, counted by tracker.
import { byId, partsOf } from '../../../platform/database/index.ts';
import type { Part, Reader } from '../../../platform/database/index.ts';
import type { GivenRight } from '../../projects/index.ts';
import { readCommentGroups } from '../artifact/comment-groups.ts';
import { openAudience, spans } from '../artifact/counts.store.ts';
import '../artifact/artifacts.tables.ts';

interface Found {
  id: number;
  label: string;
  groupIds: readonly number[];
  size: number;
}

const countArtifacts = async (db: Reader, projectId: number, isIn: Part): Promise<Found[]> => {
  const rows = await db
    .selectFrom('artifact_groups')
    .innerJoin('artifacts', 'artifacts.id', 'artifact_groups.artifact_id')
    .innerJoin('trackers', 'trackers.id', 'artifacts.tracker_id')
    .select(['trackers.id', 'trackers.name as label', 'artifact_groups.ugroup_id'])
    .select((eb) => eb.fn.countAll<number>().as('size'))
    .where(isIn('artifact_groups.artifact_id'))
    .where('artifacts.is_limited', '=', 1)
    .where('trackers.project_id', '=', projectId)
    .where('trackers.is_deleted', '=', 0)
    .groupBy(['trackers.id', 'trackers.name', 'artifact_groups.ugroup_id'])
    .execute();
  return rows.map(({ ugroup_id: groupId, size, ...tracker }) => ({
    ...tracker,
    groupIds: [groupId],
    size: Number(size),
  }));
};

const countComments = async (db: Reader, projectId: number, isIn: Part): Promise<Found[]> => {
  const rows = await db
    .selectFrom('comments')
    .innerJoin('changesets', 'changesets.id', 'comments.changeset_id')
    .innerJoin('artifacts', 'artifacts.id', 'changesets.artifact_id')
    .innerJoin('trackers', 'trackers.id', 'artifacts.tracker_id')
    .select(['trackers.id', 'trackers.name as label', 'comments.groups_json'])
    .select((eb) => eb.fn.countAll<number>().as('size'))
    .where(isIn('comments.id'))
    .where('comments.groups_json', 'is not', null)
    .where('trackers.project_id', '=', projectId)
    .where('trackers.is_deleted', '=', 0)
    .groupBy(['trackers.id', 'trackers.name', 'comments.groups_json'])
    .execute();
  return rows.map(({ groups_json: json, size, ...tracker }) => ({
    ...tracker,
    groupIds: json === null ? [] : readCommentGroups(json, `groups of comments of tracker ${tracker.id}`),
    size: Number(size),
  }));
};

async function gather(db: Reader, kind: 'artifact' | 'comment', projectId: number): Promise<GivenRight[]> {
  const rows = db.selectFrom(kind === 'artifact' ? 'artifacts' : 'comments');
  const count = kind === 'artifact' ? countArtifacts : countComments;
  const sums = new Map<string, GivenRight>();
  for await (const isIn of partsOf(db, { rows, ...byId }))
    for (const { id, label, groupIds, size } of await count(db, projectId, isIn))
      for (const groupId of groupIds) {
        const key = `${id} ${groupId}`;
        sums.set(key, {
          kind,
          id,
          label,
          right: 'read',
          groupIds: [groupId],
          count: (sums.get(key)?.count ?? 0) + size,
        });
      }
  return [...sums.values()];
}

/** Looks through all artifacts and comments of the site, a part at a time. */
export const listGivenRights = async (db: Reader, projectId: number): Promise<GivenRight[]> => [
  ...(await gather(db, 'artifact', projectId)),
  ...(await gather(db, 'comment', projectId)),
];

/** By tracker; those that are for some groups alone are not among them. */
export async function countOpenArtifacts(db: Reader, projectId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('artifact_counts')
    .innerJoin('trackers', 'trackers.id', 'artifact_counts.tracker_id')
    .select('trackers.id')
    .select((eb) => eb.fn.sum<number>('artifact_counts.artifacts').as('size'))
    .where('trackers.project_id', '=', projectId)
    .where('artifact_counts.span', '=', spans.wide)
    .where('artifact_counts.audience', '=', openAudience)
    .groupBy('trackers.id')
    .execute();
  return new Map(rows.map(({ id, size }) => [id, Number(size)]));
}
