// Field type `file`: attachments. Shown here; what GET shows may come back and changes nothing.
import { Type } from 'typebox';
import { defineStoredType } from './field-type.ts';
import type { FileFacts } from './field-type.ts';

const slugOf = (name: string): string => encodeURIComponent(name.replaceAll(' ', '-'));

const viewFile = (file: FileFacts): Record<string, unknown> => ({
  id: file.id,
  submitted_by: file.submittedBy,
  description: file.description,
  name: file.name,
  size: file.sizeBytes,
  type: file.mimeType,
  html_url: `/plugins/tracker/attachments/${file.id}-${slugOf(file.name)}`,
  html_preview_url: file.mimeType.startsWith('image/')
    ? `/plugins/tracker/attachments/preview/${file.id}-${slugOf(file.name)}`
    : null,
  uri: `artifact_files/${file.id}`,
});

export const fileType = defineStoredType({
  schema: Type.Array(Type.Integer()),
  isEmpty: (stored) => stored.length === 0,
  search: 'files',
  show: (stored, { file }) =>
    stored === undefined ? undefined : { file_descriptions: stored.flatMap((id) => file(id) ?? []).map(viewFile) },
  mentions: (stored) => ({ files: stored }),
  describe: ({ field, maxUploadBytes }) => ({
    values: null,
    bindings: { type: null, list: [] },
    defaultValue: null,
    specificProperties: [],
    extra: { file_creation_uri: `tracker_fields/${field.id}/files`, max_size_upload: maxUploadBytes },
  }),
});
