// Archives on their way to become projects: the upload by tus, and the job that is asked for once all bytes are there.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { storedJson } from '../../platform/database/index.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { enqueueJob } from '../../platform/jobs/index.ts';
import type { JobType } from '../../platform/jobs/index.ts';
import { I18nMessage } from '../../platform/http/index.ts';
import { says } from '../../platform/texts/said.ts';
import { announceUpload } from '../attachments/index.ts';
import type { Attachments, TusTarget } from '../attachments/index.ts';
import { requireUser } from '../people/index.ts';
import { projectWrites } from '../projects/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import { NewProject } from './registration.schema.ts';
import type { ComingProject, ProjectUpload } from './registration.schema.ts';
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
  /** Those of the viewer, newest first, and what became of earlier ones. */
  list(viewer: Viewer, page: Page): Promise<{ uploads: Static<typeof ProjectUpload>[]; size: number }>;
  /**
   * Stops the viewer's upload for a project, or forgets what became of it. Throws notFound, conflict while the project is
   * being made.
   */
  remove(viewer: Viewer, projectId: number): Promise<void>;
}

export const readWish = storedJson(NewProject);
/** A text alone is of a version that named no sentences. */
const readSentences = storedJson(
  Type.Array(Type.Union([Type.String(), Type.Object({ message: Type.String(), i18n: Type.Optional(I18nMessage) })])),
);

interface Deps {
  database: Database;
  clock: Clock;
  attachments: Attachments;
}

function ofEnd(row: store.ProjectUploadEndRow): Static<typeof ProjectUpload> {
  const sentences = readSentences(row.left_json, `the end of the upload for project ${row.project_id}`).map((one) =>
    typeof one === 'string' ? { message: one } : one,
  );
  const [why] = sentences;
  const left = row.is_made === 1 ? sentences : [];
  return {
    id: row.project_id,
    shortname: row.unix_name,
    label: row.label,
    file_name: row.file_name,
    file_size: row.size_bytes,
    received: row.size_bytes,
    upload_href: null,
    status: row.is_made === 0 ? 'failed' : row.status === 'pending' ? 'pending' : 'made',
    left_out: left.map(({ message }) => message),
    left_out_i18n: left.map(({ i18n }) => i18n ?? null),
    left_out_count: row.left_count,
    reason: row.reason,
    ...(row.is_made === 0 && why?.i18n !== undefined && { i18n: why.i18n }),
  };
}

const hrefOf = (fileId: number): string => `${projectUploadsPath}/${fileId}`;

/** `receivedBytes` counts while bytes are still to come. */
function ofUpload(row: store.ProjectUploadRow, receivedBytes: number): Static<typeof ProjectUpload> {
  const wish = readWish(row.wish_json, `upload ${row.file_id}`);
  const size = wish.from_archive?.file_size ?? 0;
  const isBegun = row.is_begun === 1;
  return {
    id: row.project_id,
    shortname: row.unix_name,
    label: wish.label.trim(),
    file_name: wish.from_archive?.file_name ?? '',
    file_size: size,
    received: isBegun ? size : receivedBytes,
    upload_href: isBegun ? null : hrefOf(row.file_id),
    status: isBegun ? 'working' : 'uploading',
    left_out: [],
    left_out_i18n: [],
    left_out_count: 0,
    reason: null,
  };
}

/** Announces the archive's upload, and reserves the project that it becomes. Throws invalid. */
async function announce(
  tx: Writer,
  viewer: Viewer,
  wish: Parameters<ProjectUploads['begin']>[1],
  nowMs: number,
): ReturnType<ProjectUploads['begin']> {
  const file = wish.from_archive;
  if (file === undefined) throw invalid(says('body.required')`is required`, 'from_archive');
  const announced = { name: file.file_name, mimeType: 'application/zip', description: '', sizeBytes: file.file_size };
  const fileId = await announceUpload(tx, viewer, announced, { path: 'from_archive.file_name', nowMs });
  const projectId = await projectWrites.reserveProjectId(tx, nowMs);
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
  return { id: projectId, uri: `projects/${projectId}`, upload_href: hrefOf(fileId) };
}

export function createProjectUploads({ database, clock, attachments }: Deps): ProjectUploads {
  const requireOwn = async (viewer: Viewer, id: number): Promise<void> => {
    const upload = await store.findProjectUpload(database.read, id);
    if (upload === undefined || upload.user_id !== viewer.user?.id)
      throw notFound(says('upload.missing')`there is no upload ${id}`);
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
        return announce(tx, viewer, wish, clock.nowMs());
      }),
    async list(viewer, { limit, offset }) {
      const { id } = requireUser(viewer);
      const rows = await store.listProjectUploads(database.read, id);
      const ends = await store.listProjectUploadEnds(database.read, id);
      const page = [...rows, ...ends].sort((a, b) => b.project_id - a.project_id).slice(offset, offset + limit);
      const uploads: Static<typeof ProjectUpload>[] = [];
      for (const row of page) {
        if (!('wish_json' in row)) uploads.push(ofEnd(row));
        else {
          const isHere = row.is_begun === 1;
          uploads.push(ofUpload(row, isHere ? 0 : (await attachments.findUpload(viewer, row.file_id)).receivedBytes));
        }
      }
      return { uploads, size: rows.length + ends.length };
    },
    async remove(viewer, projectId) {
      const { id } = requireUser(viewer);
      const rows = await store.listProjectUploads(database.read, id);
      const upload = rows.find((row) => row.project_id === projectId);
      if (upload?.is_begun === 1)
        throw conflict(says('upload.busy')`the project is being created from the archive; wait until it has finished`);
      if (upload !== undefined) {
        await attachments.cancel(viewer, upload.file_id);
        return;
      }
      const isGone = await database.transact((tx) => store.deleteProjectUploadEnd(tx, projectId, id));
      if (!isGone) throw notFound(says('upload.none')`you have no upload for a project ${projectId}`);
    },
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
