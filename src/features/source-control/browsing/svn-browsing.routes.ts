// Routes of what Subversion repositories hold, which are our own.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { inSlots } from '../contents/git-contents.routes.ts';
import type { Slots } from '../transfers/git-slots.ts';
import { SvnDifference, SvnFolder, SvnRevisions } from './svn-browsing.schema.ts';
import type { SvnBrowsing } from './svn-browsing.service.ts';

const route = routesFor<Viewer>();
/** Revisions or changed files of one page. */
const listMax = 50;
const filesDefault = 20;
/** Entries of one page of a folder. */
const folderMax = 1000;
/** Largest number of a revision; a larger one is answered 400. */
const revisionMax = 2_147_483_647;
const tag = 'Subversion';
const pathText = { maxLength: 4096, description: 'Of a file or folder, from the root of the repository.' };
const place = {
  path: Type.String({ default: '', ...pathText }),
  revision: Type.Optional(
    Type.Integer({ minimum: 0, maximum: revisionMax, description: 'As of this revision; by default the newest one.' }),
  ),
};

/** Each request has one of the places, as those of Git. */
export const svnBrowsingRoutes = (browsing: SvnBrowsing, slots: Slots): Route<Viewer>[] =>
  inSlots(
    [
      route({
        method: 'GET',
        url: '/svn/:id/folder',
        access: 'optional',
        kind: 'list',
        tag,
        summary: 'Contents of a folder of a repository with the last revision of each entry',
        params: IdParams,
        query: Type.Object({ ...place, ...paginationQuery(folderMax, folderMax, 1) }),
        responses: { 200: SvnFolder },
        async handler({ viewer, params, query }) {
          const { body, size } = await browsing.listFolder(viewer, params.id, query, query);
          return { body, headers: paginationHeaders({ ...query, size, limitMax: folderMax }) };
        },
      }),
      route({
        method: 'GET',
        url: '/svn/:id/log',
        access: 'optional',
        kind: 'list',
        tag,
        summary:
          'Revisions that changed a path, newest first; X-PAGINATION-SIZE counts at most one entry after the page',
        params: IdParams,
        query: Type.Object({ ...place, ...paginationQuery(listMax, listMax, 1) }),
        responses: { 200: SvnRevisions },
        async handler({ viewer, params, query }) {
          const { revisions, size } = await browsing.listLog(viewer, params.id, query, query);
          return { body: revisions, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
        },
      }),
      route({
        method: 'GET',
        url: '/svn/:id/revisions/:revision',
        access: 'optional',
        kind: 'list',
        tag,
        summary: 'A revision with its changes',
        params: Type.Object({ ...IdParams.properties, revision: Type.Integer({ minimum: 0, maximum: revisionMax }) }),
        query: Type.Object({
          path: Type.Optional(Type.String({ ...pathText, description: 'One file or folder alone.' })),
          folder: Type.String({
            default: '',
            maxLength: 4096,
            description: 'Only what lies in it; for those who may not read the root of the repository.',
          }),
          ...paginationQuery(filesDefault, listMax, 1),
        }),
        responses: { 200: SvnDifference },
        async handler({ viewer, params, query }) {
          const body = await browsing.showRevision(viewer, params.id, params.revision, query);
          return { body, headers: paginationHeaders({ ...query, size: body.files_changed, limitMax: listMax }) };
        },
      }),
    ],
    slots,
  );
