// Routes of what somebody has looked at of a pull request.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { conflict } from '../../../platform/errors.ts';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { requireUser } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { findFor } from '../finding.ts';
import type { PullRequestNeeds } from '../pull-requests.service.ts';
import * as store from './viewed-files.store.ts';

const route = routesFor<Viewer>();
const tag = 'Pull requests';

/** Of one person and pull request. */
const filesMax = 3000;

const path = Type.String({ minLength: 1, maxLength: 4096, description: 'Of the file, as differences name it.' });
const newId = Type.Union([Type.String({ pattern: '^[0-9a-f]{40,64}$' }), Type.Null()], {
  description:
    'Of its content then: `new_id` of its difference. Where that is another one by now, the file has changed since.',
});

const ViewedFiles = Type.Object(
  { files: Type.Array(Type.Object({ path, new_id: newId })) },
  { title: 'PullRequestViewedFiles' },
);

const ViewedFile = Type.Object(
  { path, new_id: newId, is_viewed: Type.Boolean({ description: 'false: the mark goes.' }) },
  { title: 'NewPullRequestViewedFile' },
);

async function list(
  { database, code }: PullRequestNeeds,
  viewer: Viewer,
  id: number,
): Promise<Static<typeof ViewedFiles>> {
  const user = requireUser(viewer);
  await findFor(database.read, code, viewer, id);
  const rows = await store.listViewedFiles(database.read, id, user.id);
  return { files: rows.map((row) => ({ path: row.path, new_id: row.content_id === '' ? null : row.content_id })) };
}

async function mark(
  { database, code }: PullRequestNeeds,
  viewer: Viewer,
  id: number,
  wanted: Static<typeof ViewedFile>,
): Promise<void> {
  const user = requireUser(viewer);
  await database.transact(async (tx) => {
    await findFor(tx, code, viewer, id);
    if (!wanted.is_viewed) {
      await store.deleteViewedFile(tx, id, user.id, wanted.path);
      return;
    }
    const known = await store.listViewedFiles(tx, id, user.id);
    if (known.length >= filesMax && known.every((one) => one.path !== wanted.path))
      throw conflict(`you have marked ${filesMax} files of this pull request; take marks back first`);
    const content = { path: wanted.path, content_id: wanted.new_id ?? '' };
    await store.saveViewedFile(tx, { pull_request_id: id, user_id: user.id, ...content });
  });
}

export const viewedFileRoutes = (needs: PullRequestNeeds): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/pull_requests/:id/viewed_files',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'Files of a pull request that you marked as looked at',
    params: IdParams,
    responses: { 200: ViewedFiles },
    handler: async ({ viewer, params }) => ({ body: await list(needs, viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/pull_requests/:id/viewed_files',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Mark a file of a pull request as looked at, for yourself, or take the mark back',
    params: IdParams,
    body: ViewedFile,
    responses: { 204: null },
    async handler({ viewer, params, body }) {
      await mark(needs, viewer, params.id, body);
      return { status: 204 };
    },
  }),
];
