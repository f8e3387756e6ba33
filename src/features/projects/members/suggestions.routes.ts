// People who may be meant while a name is typed.
import { Type } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { foldText } from '../../../platform/texts/fold-text.ts';
import { publicUrl } from '../../../settings/index.ts';
import { User, isUsableAccount, viewUser } from '../../people/index.ts';
import type { People, UserRow } from '../../people/index.ts';
import { groupIds } from '../groups/user-groups.ts';
import { listMemberIdsOf } from '../groups/user-groups.store.ts';
import { isMember } from '../projects/viewer.ts';
import type { Viewer } from '../projects/viewer.ts';

const route = routesFor<Viewer>();
const suggestedMax = 50;

/** Members of a project that the viewer belongs to come first, then everyone else who is called so; each group by name. */
async function suggest(
  { database, people }: Dependencies,
  viewer: Viewer,
  { query, project_id: projectId, limit }: { query: string; project_id?: number; limit: number },
): Promise<UserRow[]> {
  const text = query.trim();
  const wanted = foldText(text);
  const ids =
    projectId !== undefined && isMember(viewer, projectId)
      ? await listMemberIdsOf(database.read, projectId, groupIds.members)
      : [];
  const members = [...(await people.findMany(ids, viewer.site.version)).values()]
    .filter((user) => isUsableAccount(user) && user.search_text.includes(wanted))
    .toSorted((a, b) => (a.username < b.username ? -1 : 1))
    .slice(0, limit);
  if (text === '' || members.length === limit) return members;
  const known = new Set(members.map(({ id }) => id));
  const { rows } = await people.search(viewer, { text }, { limit: limit + members.length, offset: 0 });
  return [...members, ...rows.filter(({ id }) => !known.has(id))].slice(0, limit);
}

interface Dependencies {
  database: Database;
  people: People;
}

export const suggestionRoutes = (dependencies: Dependencies): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/user_suggestions',
    access: 'signed-in',
    kind: 'list',
    tag: 'Users',
    summary: 'People who may be meant by what is typed so far, from one character on; members of the project first',
    query: Type.Object({
      query: Type.String({
        default: '',
        maxLength: 254,
        description:
          'Part of a real name or user name, or an e-mail address; empty for the first members of the project.',
      }),
      project_id: Type.Optional(Type.Integer()),
      limit: Type.Integer({ default: 10, minimum: 1, maximum: suggestedMax }),
    }),
    responses: { 200: Type.Array(User) },
    async handler({ viewer, query }) {
      const baseUrl = publicUrl(viewer.site.settings);
      return { body: (await suggest(dependencies, viewer, query)).map((user) => viewUser(user, baseUrl)) };
    },
  }),
];
