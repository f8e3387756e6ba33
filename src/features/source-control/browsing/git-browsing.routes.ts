// Routes of the history of repositories.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { GitCommit } from '../contents/git-contents.schema.ts';
import { inSlots } from '../contents/git-contents.routes.ts';
import type { Slots } from '../transfers/git-slots.ts';
import { Blame, CommitDifference, Comparison, Divergences, FolderEntry, Paths } from './git-browsing.schema.ts';
import type { GitBrowsing } from './git-browsing.service.ts';

const route = routesFor<Viewer>();
/** Commits, branches or changed files of one page. */
const listMax = 50;
const filesDefault = 20;
/** Entries of one page of a folder. */
const folderMax = 1000;
const tag = 'Git';
const page = paginationQuery(listMax, listMax, 1);
const refText = { maxLength: 250, description: 'A branch, a tag or the hash of a commit.' };
const optionalRef = { ...refText, description: `${refText.description} By default the default branch.` };
const pathText = { maxLength: 4096, description: 'Of a file or folder, from the root of the repository.' };
const wordText = { maxLength: 250 };
/** A file whose lines are told of has no more, because it has no more bytes. */
const blamedLinesMax = 1_048_576;

/** A page of files, or one of them. */
const filesQuery = {
  path: Type.Optional(Type.String({ ...pathText, description: 'One file alone, by its path in the newer commit.' })),
  whole: Type.Boolean({ default: false, description: 'All lines of the files, not only those around changes.' }),
  ...paginationQuery(filesDefault, listMax, 1),
};

/** Each request has one of the places, as for what repositories hold. */
export const browsingRoutes = (browsing: GitBrowsing, slots: Slots): Route<Viewer>[] =>
  inSlots([...historyRoutes(browsing), ...differenceRoutes(browsing), ...placeRoutes(browsing)], slots);

const historyRoutes = (browsing: GitBrowsing): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/git/:id/commits',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Commits of a branch, newest first; X-PAGINATION-SIZE counts no further than one behind the page',
    params: IdParams,
    query: Type.Object({
      ref: Type.Optional(Type.String(optionalRef)),
      not: Type.Optional(Type.String({ ...refText, description: 'Leaves out what leads to this reference.' })),
      path: Type.Optional(Type.String({ ...pathText, description: 'Those that changed this file or folder.' })),
      author: Type.Optional(Type.String({ ...wordText, description: "A part of the author's name or address." })),
      message: Type.Optional(Type.String({ ...wordText, description: 'A part of the message.' })),
      ...page,
    }),
    responses: { 200: Type.Array(GitCommit) },
    async handler({ viewer, params, query }) {
      const { ref: reference, not: without, path, author, message, ...wanted } = query;
      const wish = { reference, without, path, author, message };
      const { commits, size } = await browsing.listCommits(viewer, params.id, wish, wanted);
      return { body: commits, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/git/:id/divergences',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Branches, with how many commits each is ahead of and behind another one',
    params: IdParams,
    query: Type.Object({ base: Type.Optional(Type.String(optionalRef)), ...page }),
    responses: { 200: Divergences },
    async handler({ viewer, params, query }) {
      const { divergences, size } = await browsing.listDivergences(viewer, params.id, query.base, query);
      return { body: divergences, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
];

const differenceRoutes = (browsing: GitBrowsing): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/git/:id/commits/:commit_reference/diff',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Changes of a commit against its first parent',
    params: Type.Object({ ...IdParams.properties, commit_reference: Type.String(refText) }),
    query: Type.Object(filesQuery),
    responses: { 200: CommitDifference },
    async handler({ viewer, params, query: { whole, path, ...wanted } }) {
      const wish = { ...wanted, path, isWhole: whole };
      const body = await browsing.showDifference(viewer, params.id, params.commit_reference, wish);
      return { body, headers: paginationHeaders({ ...wanted, size: body.files_changed, limitMax: listMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/git/:id/compare',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Comparison of two references',
    params: IdParams,
    query: Type.Object({ base: Type.String(refText), head: Type.String(refText), ...filesQuery }),
    responses: { 200: Comparison },
    async handler({ viewer, params, query: { whole, path, base, head, ...wanted } }) {
      const body = await browsing.compare(viewer, params.id, { base, head }, { ...wanted, path, isWhole: whole });
      return { body, headers: paginationHeaders({ ...wanted, size: body.files_changed, limitMax: listMax }) };
    },
  }),
];

const placeRoutes = (browsing: GitBrowsing): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/git/:id/folder',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Contents of a folder of a repository with the last commit of each entry',
    params: IdParams,
    query: Type.Object({
      ref: Type.String(refText),
      path: Type.String({ default: '', ...pathText }),
      ...paginationQuery(folderMax, folderMax, 1),
    }),
    responses: { 200: Type.Array(FolderEntry) },
    async handler({ viewer, params, query }) {
      const place = { reference: query.ref, path: query.path };
      const { entries, size } = await browsing.listFolder(viewer, params.id, place, query);
      return { body: entries, headers: paginationHeaders({ ...query, size, limitMax: folderMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/git/:id/blame',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'Blame: the last commit of each line of a file',
    params: IdParams,
    query: Type.Object({
      ref: Type.String(refText),
      path: Type.String(pathText),
      limit: Type.Integer({
        default: blamedLinesMax,
        minimum: 1,
        maximum: blamedLinesMax,
        description: 'How many lines are told of.',
      }),
      offset: Type.Integer({
        default: 0,
        minimum: 0,
        maximum: blamedLinesMax,
        description: 'Lines before the first one that is told of.',
      }),
    }),
    responses: { 200: Blame },
    handler: async ({ viewer, params, query: { ref: reference, path, limit, offset } }) => ({
      body: await browsing.showBlame(viewer, params.id, { reference, path }, { limit, offset }),
    }),
  }),
  route({
    method: 'GET',
    url: '/git/:id/paths',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'Paths of all files of a commit',
    params: IdParams,
    query: Type.Object({ ref: Type.String(refText) }),
    responses: { 200: Paths },
    handler: async ({ viewer, params, query }) => ({ body: await browsing.listPaths(viewer, params.id, query.ref) }),
  }),
];
