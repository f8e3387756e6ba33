// The API's routes of attachments.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { attachedFiles } from '../trackers/index.ts';
import * as schema from './attachments.schema.ts';
import type { Attachments } from './attachments.service.ts';
import { viewTemporaryFile } from './attachments.view.ts';
import type { Slice, TemporaryFiles } from './temporary-files.service.ts';
import { uploadHref } from './tus.routes.ts';

const route = routesFor<Viewer>();
/** Files of one page. */
const listMax = 50;
const chunkHeader = { 'X-UPLOAD-MAX-FILE-CHUNKSIZE': String(schema.chunkMaxBytes) };

const sliceHeaders = ({ file }: Slice, page: { limit: number; offset: number }): Record<string, string> => ({
  ...paginationHeaders({ ...page, size: file.size_bytes, limitMax: schema.chunkMaxBytes }),
  ...chunkHeader,
});

async function quotaHeaders(temporary: TemporaryFiles, viewer: Viewer): Promise<Record<string, string>> {
  const { quotaBytes, usedBytes } = await temporary.measure(viewer);
  return { 'X-QUOTA': String(quotaBytes), 'X-DISK-USAGE': String(usedBytes), ...chunkHeader };
}

/** Of routes of temporary files: whatever they answer tells how much room there is. */
const withQuota = (temporary: TemporaryFiles) => ({
  tag: 'Temporary files',
  refusalHeaders: (viewer: Viewer) => quotaHeaders(temporary, viewer),
});

export const attachmentRoutes = (attachments: Attachments): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/artifact_files/:id',
    access: 'signed-in',
    kind: 'single',
    tag: 'Artifacts',
    summary: 'Content of an attachment, at most 1 MiB at a time; `html_url` serves the whole file',
    params: IdParams,
    query: schema.sliceQuery,
    responses: { 200: schema.FileSlice },
    async handler({ viewer, params, query }) {
      const slice = await attachments.readSlice(viewer, params.id, query);
      return { body: { data: slice.bytes.toString('base64') }, headers: sliceHeaders(slice, query) };
    },
  }),
  route({
    method: 'POST',
    url: '/tracker_fields/:id/files',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary:
      'Start an upload for a file field; send the content to upload_href with tus, and the ID in the field’s value',
    params: IdParams,
    body: schema.NewUpload,
    responses: { 200: schema.CreatedFile },
    async handler({ viewer, params, body }) {
      const id = await attachments.begin(viewer, params.id, {
        name: body.name,
        mimeType: body.file_type,
        description: body.description ?? '',
        sizeBytes: body.file_size,
      });
      const upload = body.file_size === 0 ? null : uploadHref(id);
      return { body: { id, download_href: attachedFiles.downloadHref({ id, name: body.name }), upload_href: upload } };
    },
  }),
  ...readTemporaryRoutes(attachments.temporary),
  ...changeTemporaryRoutes(attachments.temporary),
];

const readTemporaryRoutes = (temporary: TemporaryFiles): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/artifact_temporary_files',
    access: 'signed-in',
    kind: 'list',
    ...withQuota(temporary),
    summary: 'Your temporary files',
    query: Type.Object(paginationQuery(10, listMax, 1)),
    responses: { 200: Type.Array(schema.AttachedFile) },
    async handler({ viewer, query }) {
      const { files, size } = await temporary.list(viewer, query);
      const headers = { ...paginationHeaders({ ...query, size, limitMax: listMax }) };
      return {
        body: files.map(viewTemporaryFile),
        headers: { ...headers, ...(await quotaHeaders(temporary, viewer)) },
      };
    },
  }),
  route({
    method: 'GET',
    url: '/artifact_temporary_files/:id',
    access: 'signed-in',
    kind: 'single',
    ...withQuota(temporary),
    summary: 'Content of one of your temporary files, at most 1 MiB at a time',
    params: IdParams,
    query: schema.sliceQuery,
    responses: { 200: schema.FileSlice },
    async handler({ viewer, params, query }) {
      const slice = await temporary.read(viewer, params.id, query);
      const headers = { ...sliceHeaders(slice, query), ...(await quotaHeaders(temporary, viewer)) };
      const version = `${slice.file.id}-${slice.file.size_bytes}`;
      return { body: { data: slice.bytes.toString('base64') }, headers, version };
    },
  }),
];

const changeTemporaryRoutes = (temporary: TemporaryFiles): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/artifact_temporary_files',
    access: 'signed-in',
    kind: 'action',
    ...withQuota(temporary),
    summary: 'Upload a file, or its first 1 MiB; its id goes into the value of a field of type file',
    body: schema.NewTemporaryFile,
    bodyMaxBytes: schema.chunkBodyMaxBytes,
    responses: { 201: schema.AttachedFile },
    async handler({ viewer, body }) {
      const about = { name: body.name, mimeType: body.mimetype, description: body.description ?? '' };
      const file = await temporary.create(viewer, about, body.content);
      return { status: 201, body: viewTemporaryFile(file), headers: await quotaHeaders(temporary, viewer) };
    },
  }),
  route({
    method: 'PUT',
    url: '/artifact_temporary_files/:id',
    access: 'signed-in',
    kind: 'action',
    ...withQuota(temporary),
    summary: 'Append the next chunk to one of your temporary files',
    params: IdParams,
    body: schema.NextChunk,
    bodyMaxBytes: schema.chunkBodyMaxBytes,
    responses: { 200: schema.AttachedFile },
    async handler({ viewer, params, body }) {
      const file = await temporary.append(viewer, params.id, body.offset, body.content);
      return { body: viewTemporaryFile(file), headers: await quotaHeaders(temporary, viewer) };
    },
  }),
  route({
    method: 'DELETE',
    url: '/artifact_temporary_files/:id',
    access: 'signed-in',
    kind: 'action',
    ...withQuota(temporary),
    summary: 'Delete one of your temporary files',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await temporary.remove(viewer, params.id);
      return { headers: await quotaHeaders(temporary, viewer) };
    },
  }),
];
