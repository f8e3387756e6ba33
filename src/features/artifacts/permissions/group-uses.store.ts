// Artifacts and comments that are for the people of a user group alone.
import { byId, partsOf } from '../../../platform/database/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import type { GroupUse } from '../../projects/index.ts';
import { readCommentGroups } from '../artifact/comment-groups.ts';
import '../artifact/artifacts.tables.ts';

async function countArtifacts(db: Reader, groupId: number): Promise<number> {
  const ofGroup = db
    .selectFrom('artifact_groups')
    .select((eb) => eb.fn.countAll<number>().as('artifacts'))
    .where('ugroup_id', '=', groupId);
  let size = 0;
  for await (const isIn of partsOf(db, { rows: db.selectFrom('artifacts'), ...byId }))
    size += Number((await ofGroup.where(isIn('artifact_id')).executeTakeFirstOrThrow()).artifacts);
  return size;
}

async function countComments(db: Reader, groupId: number): Promise<number> {
  const comments = db.selectFrom('comments');
  const perhaps = comments.select(['id', 'groups_json']).where('groups_json', 'like', `%${groupId}%`);
  let size = 0;
  for await (const isIn of partsOf(db, { rows: comments, ...byId }))
    for (const { id, groups_json: json } of await perhaps.where(isIn('id')).execute())
      if (json !== null && readCommentGroups(json, `groups of comment ${id}`).includes(groupId)) size += 1;
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
