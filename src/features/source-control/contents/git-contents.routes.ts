// Routes of what repositories hold.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { networkOf } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { GitBranch, GitCommit, GitFile, GitTag, GitTreeEntry, NewGitBranch, NewGitTag } from './git-contents.schema.ts';
import { branchPrefix, tagPrefix } from '../repositories/ref-names.ts';
import type { Slots } from '../transfers/git-slots.ts';
import type { GitContents } from './git-contents.service.ts';

const route = routesFor<Viewer>();
/** Branches, tags or folder entries of one page. */
const listMax = 50;
const tag = 'Git';
const page = paginationQuery(listMax, listMax, 1);
const refText = { maxLength: 250, description: 'A branch, a tag or the hash of a commit.' };
const pathText = { maxLength: 4096, description: 'Of a file or folder, from the root of the repository.' };

export const contentRoutes = (contents: GitContents, slots: Slots): Route<Viewer>[] =>
  inSlots([...refRoutes(contents), ...deletionRoutes(contents), ...fileRoutes(contents)], slots);

/** Each request has one of the places while it works, so that no address and no account keeps git from others. */
export const inSlots = (routes: readonly Route<Viewer>[], slots: Slots): Route<Viewer>[] =>
  routes.map((one) => ({
    ...one,
    *take(sent, source) {
      const bound = yield* one.take(sent, source);
      return {
        ...bound,
        async run(parts, viewer, request, caller) {
          const peer = { network: networkOf(request.address), account: viewer.user?.id };
          const leave = await slots.enter(peer, caller.callerGone());
          try {
            return await bound.run(parts, viewer, request, caller);
          } finally {
            leave();
          }
        },
      };
    },
  }));

const refRoutes = (contents: GitContents): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/git/:id/branches',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Branches of a repository',
    params: IdParams,
    query: Type.Object(page),
    responses: { 200: Type.Array(GitBranch) },
    async handler({ viewer, params, query }) {
      const { branches, size } = await contents.listBranches(viewer, params.id, query);
      return { body: branches, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'POST',
    url: '/git/:id/branches',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Create a branch',
    params: IdParams,
    body: NewGitBranch,
    responses: { 201: GitBranch },
    async handler({ viewer, params, body }) {
      const wanted = { name: body.branch_name, reference: body.reference };
      return { status: 201, body: await contents.createBranch(viewer, params.id, wanted) };
    },
  }),
  route({
    method: 'GET',
    url: '/git/:id/tags',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Tags of a repository',
    params: IdParams,
    query: Type.Object(page),
    responses: { 200: Type.Array(GitTag) },
    async handler({ viewer, params, query }) {
      const { tags, size } = await contents.listTags(viewer, params.id, query);
      return { body: tags, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'POST',
    url: '/git/:id/tags',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Create a tag',
    params: IdParams,
    body: NewGitTag,
    responses: { 201: GitTag },
    async handler({ viewer, params, body }) {
      const wanted = { name: body.tag_name, reference: body.reference };
      return { status: 201, body: await contents.createTag(viewer, params.id, wanted) };
    },
  }),
];

const deletionRoutes = (contents: GitContents): Route<Viewer>[] =>
  (['branches', 'tags'] as const).map((kind) =>
    route({
      method: 'DELETE',
      url: `/git/:id/${kind}/:name`,
      access: 'signed-in',
      kind: 'action',
      tag,
      summary: kind === 'branches' ? 'Delete a branch' : 'Delete a tag',
      params: Type.Object({
        ...IdParams.properties,
        name: Type.String({ maxLength: 250, description: 'With %2F for a slash.' }),
      }),
      responses: { 204: null },
      async handler({ viewer, params }) {
        const prefix = kind === 'branches' ? branchPrefix : tagPrefix;
        await contents.deleteRef(viewer, params.id, prefix + params.name);
        return { status: 204 };
      },
    }),
  );

const fileRoutes = (contents: GitContents): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/git/:id/commits/:commit_reference',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'The commit of a branch, tag or hash',
    params: Type.Object({ ...IdParams.properties, commit_reference: Type.String(refText) }),
    responses: { 200: GitCommit },
    handler: async ({ viewer, params }) => ({
      body: await contents.showCommit(viewer, params.id, params.commit_reference),
    }),
  }),
  route({
    method: 'GET',
    url: '/git/:id/tree',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Contents of a folder of a repository',
    params: IdParams,
    query: Type.Object({ ref: Type.String(refText), path: Type.String({ default: '', ...pathText }), ...page }),
    responses: { 200: Type.Array(GitTreeEntry) },
    async handler({ viewer, params, query }) {
      const place = { reference: query.ref, path: query.path };
      const { entries, size } = await contents.listTree(viewer, params.id, place, query);
      return { body: entries, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/git/:id/files',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'A file of a repository, in base64',
    params: IdParams,
    query: Type.Object({
      path_to_file: Type.String(pathText),
      ref: Type.String({ default: 'master', ...refText }),
    }),
    responses: { 200: GitFile },
    handler: async ({ viewer, params, query, request }) => {
      const place = { reference: query.ref, path: query.path_to_file };
      const { json, digest } = await contents.showFile(viewer, params.id, place);
      return { json, etag: `"${digest}.${request.format}"` };
    },
  }),
];
