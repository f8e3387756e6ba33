// Artifacts and comments that are for the people of a user group alone.
import type { Reader } from '../../../platform/database/index.ts';
import type { GroupUse } from '../../projects/index.ts';
import { readCommentGroups } from '../state/comment-groups.ts';
import '../state/artifacts.tables.ts';

/** Ids that one query looks at, so that no query takes long. */
const idsPerQuery = 10_000;

async function lastIdOf(db: Reader, table: 'artifacts' | 'comments'): Promise<number> {
  const { last } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

async function countArtifacts(db: Reader, groupId: number): Promise<number> {
  const last = await lastIdOf(db, 'artifacts');
  let size = 0;
  for (let start = 0; start < last; start += idsPerQuery) {
    const { artifacts } = await db
      .selectFrom('artifact_groups')
      .select((eb) => eb.fn.countAll<number>().as('artifacts'))
      .where('artifact_id', '>', start)
      .where('artifact_id', '<=', start + idsPerQuery)
      .where('ugroup_id', '=', groupId)
      .executeTakeFirstOrThrow();
    size += Number(artifacts);
  }
  return size;
}

async function countComments(db: Reader, groupId: number): Promise<number> {
  const last = await lastIdOf(db, 'comments');
  let size = 0;
  for (let start = 0; start < last; start += idsPerQuery) {
    const rows = await db
      .selectFrom('comments')
      .select(['id', 'groups_json'])
      .where('id', '>', start)
      .where('id', '<=', start + idsPerQuery)
      .where('groups_json', 'is not', null)
      .where('groups_json', 'like', `%${groupId}%`)
      .execute();
    size += rows.filter(
      ({ id, groups_json: json }) =>
        json !== null && readCommentGroups(json, `groups of comment ${id}`).includes(groupId),
    ).length;
  }
  return size;
}

/** Looks through all artifacts and comments of the site, a part at a time; ids of groups are the site's. */
export async function listGroupUses(db: Reader, _projectId: number, groupId: number): Promise<GroupUse[]> {
  const [artifacts, comments] = [await countArtifacts(db, groupId), await countComments(db, groupId)];
  return [
    ...(artifacts === 0 ? [] : [{ kind: 'artifact', label: '', count: artifacts } as const]),
    ...(comments === 0 ? [] : [{ kind: 'comment', label: '', count: comments } as const]),
  ];
}
