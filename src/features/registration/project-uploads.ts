// Archives on their way to become projects: the upload by tus, and the job that is asked for once all bytes are there.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { enqueueJob } from '../../platform/jobs/index.ts';
import type { JobType } from '../../platform/jobs/index.ts';
import { announceUpload } from '../attachments/index.ts';
import type { Attachments, TusTarget } from '../attachments/index.ts';
import { requireUser } from '../people/index.ts';
import { reserveProjectId } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { ComingProject } from './registration.schema.ts';
import * as store from './registration.store.ts';
import { statusOf } from './wish.ts';
import type { Wish } from './wish.ts';

export const projectUploadsPath = '/uploads/project/file';

const Payload = Type.Object({ fileId: Type.Integer() });
/** Makes the project of an upload. */
export const projectFromUpload: JobType<typeof Payload> = { name: 'project-from-archive', payload: Payload };

export interface ProjectUploads extends TusTarget {
  /** Reserves id and short name of the project, and begins the upload. Throws what `check` does, and as announceUpload. */
  begin(viewer: Viewer, wish: Wish, check: (tx: Writer) => Promise<void>): Promise<Static<typeof ComingProject>>;
}

interface Deps {
  database: Database;
  clock: Clock;
  attachments: Attachments;
}

export function createProjectUploads({ database, clock, attachments }: Deps): ProjectUploads {
  const requireOwn = async (viewer: Viewer, id: number): Promise<void> => {
    const upload = await store.findProjectUpload(database.read, id);
    if (upload === undefined || upload.user_id !== viewer.user?.id) throw notFound(`there is no upload ${id}`);
  };
  /** Asks for the job once, whichever request hears first that nothing is missing. */
  const beginWhole = async (id: number): Promise<void> =>
    database.transact(async (tx) => {
      if (await store.beginProjectUpload(tx, id))
        await enqueueJob(tx, projectFromUpload, { fileId: id }, { nowMs: clock.nowMs() });
    });
  return {
    begin: (viewer, wish, check) =>
      database.transact(async (tx) => {
        await check(tx);
        const file = wish.from_archive;
        if (file === undefined) throw invalid('is required', 'from_archive');
        const nowMs = clock.nowMs();
        const announced = {
          name: file.file_name,
          mimeType: 'application/zip',
          description: '',
          sizeBytes: file.file_size,
        };
        const fileId = await announceUpload(tx, viewer, announced, { path: 'from_archive.file_name', nowMs });
        const projectId = await reserveProjectId(tx, nowMs);
        await store.insertProjectUpload(tx, {
          file_id: fileId,
          project_id: projectId,
          user_id: requireUser(viewer).id,
          unix_name: wish.shortname.toLowerCase(),
          wish_json: JSON.stringify(wish),
          status: statusOf(viewer),
          is_whole: viewer.isSuperUser ? 1 : 0,
          is_begun: 0,
        });
        return { id: projectId, uri: `projects/${projectId}`, upload_href: `${projectUploadsPath}/${fileId}` };
      }),
    async findUpload(viewer, id) {
      await requireOwn(viewer, id);
      const upload = await attachments.findUpload(viewer, id);
      if (upload.receivedBytes === upload.sizeBytes) await beginWhole(id);
      return upload;
    },
    async receive(viewer, id, startBytes, chunks) {
      await requireOwn(viewer, id);
      const end = await attachments.receive(viewer, id, startBytes, chunks);
      const { sizeBytes } = await attachments.findUpload(viewer, id);
      if (end === sizeBytes) await beginWhole(id);
      return end;
    },
    async cancel(viewer, id) {
      await requireOwn(viewer, id);
      await attachments.cancel(viewer, id);
    },
  };
}
