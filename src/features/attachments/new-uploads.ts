// Begins uploads, within what one person may have waiting.
import { conflict, invalid, unauthenticated } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { Writer } from '../../platform/database/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Storage } from '../storage/index.ts';
import * as store from './attachments.store.ts';
import type { FileRow, UploadKind } from './attachments.store.ts';

/** What a client says of a file before its bytes come. */
export interface Announced {
  name: string;
  mimeType: string;
  description: string;
  sizeBytes: number;
}

/** Files of one person that no artifact has yet. */
const unattachedMax = 1000;

/** Throws unauthenticated for anonymous callers. */
export function requireUser({ user }: Viewer): number {
  if (user === undefined) throw unauthenticated(says('upload.sign-in')`sign in to upload files`);
  return user.id;
}

/** Throws invalid for a name that could not be written into a header or shown in one line. */
export function requireName(name: string, path: string): void {
  if (/\p{Cc}/u.test(name))
    throw invalid(says('file.name')`contains control characters, such as a line break; remove them`, path);
}

/** Bytes that may wait of each kind. */
export const quotaOf = ({ site: { settings } }: Viewer, kind: UploadKind): number =>
  kind === 'numbered'
    ? settings.sys_max_size_upload
    : Math.max(settings.sys_max_size_upload, settings.attachments_waiting_limit);

/** Throws invalid where somebody would have more waiting than they may, with so much on top of what is there. */
export async function requireQuota(
  tx: Writer,
  viewer: Viewer,
  kind: UploadKind,
  added: { files: number; bytes: number },
): Promise<void> {
  const { files, bytes } = await store.measureUnattached(tx, requireUser(viewer), kind);
  const quota = quotaOf(viewer, kind);
  if (bytes + added.bytes <= quota && files + added.files <= unattachedMax) return;
  throw invalid(
    says(
      'file.quota',
    )`you have ${files} files with ${bytes} bytes that are not attached to an artifact; the limit is ${unattachedMax} files with ${quota} bytes: attach or delete some first`,
  );
}

/** The row of a file of which nothing has come; `chunks` is 0 where they are numbered. */
export const insertAnnounced = async (
  tx: Writer,
  by: number,
  { name, mimeType, description, sizeBytes }: Announced,
  rest: { fieldId: number | null; chunks: number | null; nowMs: number },
): Promise<number> =>
  store.insertFile(tx, {
    artifact_id: null,
    field_id: rest.fieldId,
    name,
    description,
    mime_type: mimeType,
    size_bytes: sizeBytes,
    submitted_by: by,
    path: '',
    preview_path: null,
    chunks: rest.chunks,
    touched_at_ms: rest.nowMs,
  });

/** Whether an upload is none for artifacts: those for a field name it, those for any field come in numbered chunks. */
export const isForNoField = ({ field_id: fieldId, chunks }: FileRow): boolean => fieldId === null && chunks === null;

/** Begins an upload that no artifact will have, within what one person may have waiting. Throws as requireName and requireQuota. */
export async function announceUpload(
  tx: Writer,
  viewer: Viewer,
  announced: Announced,
  { path, nowMs }: { path: string; nowMs: number },
): Promise<number> {
  const by = requireUser(viewer);
  requireName(announced.name, path);
  await requireQuota(tx, viewer, 'sized', { files: 1, bytes: announced.sizeBytes });
  return insertAnnounced(tx, by, announced, { fieldId: null, chunks: null, nowMs });
}

/**
 * Begins an upload for a field, or finds the one that was begun with the same name and size. Throws conflict for an
 * unfinished one of another size, and as requireQuota.
 */
export async function announceForField(
  tx: Writer,
  viewer: Viewer,
  fieldId: number,
  announced: Announced,
  nowMs: number,
): Promise<number> {
  const by = requireUser(viewer);
  const begun = await store.findUnfinished(tx, by, fieldId, announced.name);
  if (begun !== undefined) {
    if (begun.size_bytes === announced.sizeBytes) return begun.id;
    throw conflict(
      says(
        'file.other-upload',
      )`you are already uploading "${announced.name}" with ${begun.size_bytes} bytes, as file #${begun.id}; finish or cancel that upload first`,
    );
  }
  await requireQuota(tx, viewer, 'sized', { files: 1, bytes: announced.sizeBytes });
  return insertAnnounced(tx, by, announced, { fieldId, chunks: null, nowMs });
}

/**
 * Throws too-large where what the artifacts of a project have, and all that waits to be theirs, would be more than the project may
 * store. Call in the transaction that says of files for which field they are, once it has; `more` are their bytes.
 */
export async function requireProjectRoom(
  tx: Writer,
  storage: Pick<Storage, 'requireRoomFor'>,
  viewer: Viewer,
  { projectId, more }: { projectId: number; more: number },
): Promise<void> {
  const place = { settings: viewer.site.settings, projectId, kind: 'attachments' as const };
  await storage.requireRoomFor(tx, place, { waiting: await store.sumWaiting(tx, projectId), more });
}

/** The viewer's own file of a kind that no artifact has. Throws what `refuse` gives for anything else. */
export function requireOwn(file: FileRow | undefined, viewer: Viewer, kind: UploadKind, refuse: () => Error): FileRow {
  const isOfKind = (file?.chunks === null) === (kind === 'sized');
  if (file === undefined || !isOfKind || file.artifact_id !== null || file.submitted_by !== viewer.user?.id)
    throw refuse();
  return file;
}
