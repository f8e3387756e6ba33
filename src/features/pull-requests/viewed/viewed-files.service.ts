// What somebody has looked at of a pull request.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { conflict } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { requireUser } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { findFor } from '../finding.ts';
import type { PullRequestNeeds } from '../pull-requests.service.ts';
import * as store from './viewed-files.store.ts';

/** Of one person and pull request. */
const filesMax = 3000;

const path = Type.String({ minLength: 1, maxLength: 4096, description: 'Of the file, as differences name it.' });
const newId = Type.Union([Type.String({ pattern: '^[0-9a-f]{40,64}$' }), Type.Null()], {
  description:
    'Of its content then, such as 8baef1b4abc478178b004d62031cf7fe6db6f903, the `new_id` of its difference. Where that is another one by now, the file has changed since.',
});

export const ViewedFiles = Type.Object(
  { files: Type.Array(Type.Object({ path, new_id: newId })) },
  { title: 'PullRequestViewedFiles' },
);

export const NewViewedFile = Type.Object(
  { path, new_id: newId, is_viewed: Type.Boolean({ description: 'false: the mark goes.' }) },
  { title: 'NewPullRequestViewedFile' },
);

/** In order of path. Throws as findFor, and unauthenticated. */
export async function listViewedFiles(
  { database, code }: PullRequestNeeds,
  viewer: Viewer,
  id: number,
): Promise<Static<typeof ViewedFiles>> {
  const user = requireUser(viewer);
  await findFor(database.read, code, viewer, id);
  const rows = await store.listViewedFiles(database.read, id, user.id);
  return { files: rows.map((row) => ({ path: row.path, new_id: row.content_id === '' ? null : row.content_id })) };
}

/** Throws as findFor, unauthenticated, and conflict for too many. */
export async function markViewedFile(
  { database, code }: PullRequestNeeds,
  viewer: Viewer,
  id: number,
  wanted: Static<typeof NewViewedFile>,
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
      throw conflict(
        says(
          'pull.viewed',
        )`you marked ${filesMax} files of this pull request as viewed, which is the limit; unmark some first`,
      );
    const content = { path: wanted.path, content_id: wanted.new_id ?? '' };
    await store.saveViewedFile(tx, { pull_request_id: id, user_id: user.id, ...content });
  });
}
