// Field type `file`: attachments, which are uploaded before and named here by their ids.
import { Type } from 'typebox';
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import { defineStoredType } from '../define-type.ts';
import type { FileFacts, ParseContext, ShowContext } from '../field-type.ts';
import type { SubmittedValue } from '../submitted-value.ts';
import { refuseArchived } from '../archived.ts';
import { changeOfItems } from '../value-change.ts';
import type { ChangeItem } from '../value-change.ts';

/** Characters of a file's name in its address; the rest is left out. */
const shownNameMax = 60;

/** The name in an address, for people alone; percent-encoded as RFC 3986 has it. */
const slugOf = (name: string): string =>
  encodeURIComponent([...name.toWellFormed()].slice(0, shownNameMax).join('')).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Where browsers find a file. */
const downloadHref = ({ id, name }: { id: number; name: string }): string =>
  `/plugins/tracker/attachments/${id}-${slugOf(name)}`;

/** The wire's form of a file. */
const viewFile = (file: FileFacts) => ({
  id: file.id,
  submitted_by: file.submittedBy,
  description: file.description,
  name: file.name,
  size: file.sizeBytes,
  type: file.mimeType,
  html_url: downloadHref(file),
  html_preview_url: file.mimeType.startsWith('image/')
    ? `/plugins/tracker/attachments/preview/${file.id}-${slugOf(file.name)}`
    : null,
  uri: `artifact_files/${file.id}`,
});

/** Files of one value; more are answered 400. */
const filesMax = 1000;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** `value` is the documented form; without it counts what GET shows. */
function readIds(
  { value, file_descriptions: shown }: SubmittedValue,
  context: ParseContext,
): readonly unknown[] | undefined {
  if (value === undefined || value === null) return shown?.map(({ id }) => id);
  if (value === '') return [];
  if (isList(value) && value.length <= filesMax) return value;
  throw invalid(
    says('file.ids')`the field "${context.field.label}" takes at most ${filesMax} file IDs, such as [457, 258]`,
    `${context.path}.value`,
  );
}

function readId(item: unknown, place: string): number {
  const isId = typeof item === 'number' || (typeof item === 'string' && /^\d{1,15}$/.test(item));
  const id = isId ? Number(item) : 0;
  if (!Number.isSafeInteger(id) || id < 1) throw invalid(says('file.no-id')`is not a file ID`, place);
  return id;
}

/** Those that are gone have no name. */
const listNamed = (ids: readonly number[], file: ShowContext['file']): ChangeItem[] =>
  ids.map((id) => ({ key: String(id), label: file(id)?.name ?? '' }));

export const fileType = defineStoredType({
  schema: Type.Array(Type.Integer()),
  entryKeys: { counts: ['value', 'file_descriptions'] },
  parse(entry, context) {
    const ids = readIds(entry, context);
    return ids === undefined
      ? undefined
      : [...new Set(ids.map((item, index) => readId(item, `${context.path}.value[${index}]`)))];
  },
  check: (stored, { field, path, current }, checks) => {
    const kept = new Set<unknown>(isList(current) ? current : []);
    const added = stored.filter((id) => !kept.has(id));
    return added.length === 0 ? Promise.resolve() : checks.requireFiles(field, added, `${path}.value`);
  },
  isEmpty: (stored) => stored.length === 0,
  keepsEmpty: true,
  toArchive: (stored, { file }) => ({ kind: 'file', fileRefs: stored.flatMap((id) => file(id) ?? []) }),
  fromArchive(archived, { field, file }) {
    if (archived.kind !== 'file') throw refuseArchived(archived, field);
    return archived.fileRefs.flatMap((ref) => file(ref) ?? []);
  },
  search: 'files',
  show: (stored, { file }) =>
    stored === undefined ? undefined : { file_descriptions: stored.flatMap((id) => file(id) ?? []).map(viewFile) },
  tellChange: (before = [], after = [], { file }) =>
    changeOfItems('files', listNamed(before, file), listNamed(after, file)),
  mentions: (stored) => ({ files: stored }),
  describe: ({ field, maxUploadBytes }) => ({
    values: null,
    bindings: { type: null, list: [] },
    defaultValue: null,
    specificProperties: [],
    extra: { file_creation_uri: `tracker_fields/${field.id}/files`, max_size_upload: maxUploadBytes },
  }),
});

export const attachedFiles = { viewFile, downloadHref };
