// A message becomes a comment or an artifact, by the same way as a request of its writer over REST.
import type { Writer } from '../../platform/database/index.ts';
import { DomainError, forbidden } from '../../platform/errors.ts';
import { says, several } from '../../platform/texts/said.ts';
import type { Said } from '../../platform/texts/said.ts';
import type { ArtifactRow, Artifacts } from '../artifacts/index.ts';
import { parseValues } from '../artifacts/index.ts';
import type { Attachments } from '../attachments/index.ts';
import type { Viewer } from '../projects/index.ts';
import { fieldIs, fieldTypeOf, mayField } from '../trackers/index.ts';
import type { Definition, Field, FieldPermission, Trackers } from '../trackers/index.ts';
import { refused } from './messages/mail-refusal.ts';
import { attachmentsMax } from './messages/parse-message.ts';
import type { MailAttachment } from './messages/parse-message.ts';
import type { ParsedMessage } from './messages/read-message.ts';
import { truncate } from '../../platform/texts/shorten.ts';

export interface ChangeDeps {
  artifacts: Artifacts;
  attachments: Attachments;
  trackers: Trackers;
}

/** What a message asks for. */
export interface MailWish {
  viewer: Viewer;
  message: ParsedMessage;
  /** Whether the tracker must allow it, because the address proves nothing. */
  isOpen: boolean;
  /** Runs in the transaction of the change. `note`: what of the message was left out; null for nothing. */
  finish(tx: Writer, artifact: ArtifactRow, note: string | Said | null): Promise<void>;
}

/** Name that archives give to a tracker's consent to take mail. */
export const consentFlag = 'enable_emailgateway';

export const takesMail = ({ settings }: Definition): boolean => settings.flags[consentFlag] === '1';

function requireConsent(tracker: Definition, isOpen: boolean): void {
  if (isOpen && !takesMail(tracker))
    throw refused(says('mail.tracker')`the tracker "${tracker.name}" does not accept mail`);
}

/** Adds a comment, and attachments. Throws MailRefusal, and as Artifacts.update. */
export async function commentByMail(deps: ChangeDeps, artifactId: number, wish: MailWish): Promise<void> {
  const { viewer, message, finish } = wish;
  const seen = await deps.artifacts.readWhole(viewer, artifactId);
  requireConsent(seen.tracker, wish.isOpen);
  const { text, note: cut } = cutText(message);
  const uploaded = await uploadAll(deps, viewer, seen.tracker, 'update', message);
  if (text === '' && uploaded.ids.length === 0)
    throw refused(
      uploaded.note ?? says('mail.nothing')`it contains only quoted text; write your reply above or below the quote`,
    );
  const note = joinNotes(cut, uploaded.note);
  const comment = { body: text, format: 'text' };
  const finishWithNote = (tx: Writer, artifact: ArtifactRow): Promise<void> => finish(tx, artifact, note);
  if (uploaded.ids.length === 0) {
    await deps.artifacts.update(viewer, artifactId, { values: [], comment }, anyVersion, finishWithNote);
    return;
  }
  for (let attempt = 1; ; attempt++) {
    const { values, etag } = await addFiles(deps, viewer, artifactId, uploaded);
    const thisVersion = { ...anyVersion, ifMatch: etag };
    try {
      await deps.artifacts.update(viewer, artifactId, { values, comment }, thisVersion, finishWithNote);
      return;
    } catch (error) {
      const isOutrun = error instanceof DomainError && error.kind === 'precondition-failed';
      if (!isOutrun || attempt === attemptsMax) throw error;
    }
  }
}

/** How often somebody else may be faster, where the artifact must be as it was read. */
const attemptsMax = 20;
const anyVersion = { wire: 'json', ifMatch: undefined, ifUnmodifiedSince: undefined } as const;

/** The field's files with those that were uploaded: the list is replaced as a whole, and only as long as the tag holds. */
async function addFiles(
  { artifacts }: ChangeDeps,
  viewer: Viewer,
  artifactId: number,
  { fieldId, ids }: Uploaded,
): Promise<{ values: { field_id: number; value: unknown }[]; etag: string }> {
  const seen = await artifacts.readWhole(viewer, artifactId);
  const { etag } = await artifacts.show(viewer, seen, { collection: true, byField: false }, 'json');
  if (fieldId === undefined) return { values: [], etag };
  const kept: unknown = parseValues(seen.stamp)[fieldId];
  const files: unknown[] = Array.isArray(kept) ? kept : [];
  return { values: [{ field_id: fieldId, value: [...files, ...ids] }], etag };
}

/** Creates an artifact, with the subject as its title. Throws MailRefusal, and as Artifacts.create. */
export async function createByMail(deps: ChangeDeps, trackerId: number, wish: MailWish): Promise<void> {
  const { viewer, message, finish } = wish;
  const tracker = await deps.trackers.read(viewer, trackerId);
  requireConsent(tracker, wish.isOpen);
  const { title, description } = requireFields(viewer, tracker);
  if (message.subject === '') throw refused(says('mail.no-subject')`it has no subject, which is needed for the title`);
  const { text, note: cut } = cutText(message);
  const { ids, fieldId, note: left } = await uploadAll(deps, viewer, tracker, 'submit', message);
  const note = joinNotes(cut, left);
  await deps.artifacts.create(
    viewer,
    {
      tracker: { id: tracker.id },
      values: [
        { field_id: title.id, value: message.subject, format: 'text' },
        { field_id: description.id, value: text, format: 'text' },
        ...(fieldId === undefined || ids.length === 0 ? [] : [{ field_id: fieldId, value: ids }]),
      ],
    },
    (tx, artifact) => finish(tx, artifact, note),
  );
}

/** What makes an artifact of a mail. Throws MailRefusal that names everything that is in its way. */
function requireFields(viewer: Viewer, tracker: Definition): { title: Field; description: Field } {
  const find = (semantic: 'title' | 'description'): Field | undefined => {
    const field = tracker.fieldById.get(tracker.semantics[semantic]?.field_id ?? -1);
    return field !== undefined && mayField(viewer, tracker, field, 'submit') ? field : undefined;
  };
  const title = find('title');
  const description = find('description');
  const context = { definition: tracker, nowMs: 0, path: '' };
  const missing = tracker.fields.filter((field) => {
    if (!field.isRequired || field === title || field === description) return false;
    if (!mayField(viewer, tracker, field, 'submit')) return false;
    const type = fieldTypeOf(field.type);
    const fallback = type.defaultValue({ field, ...context });
    return type.kind === 'stored' && (fallback === undefined || type.isEmpty(fallback));
  });
  const faults = [
    ...(title === undefined
      ? [says('mail.no-title')`you don't have permission to set the title of its artifacts`]
      : []),
    ...(description === undefined
      ? [says('mail.no-description')`you don't have permission to set the description of its artifacts`]
      : []),
    ...(missing.length === 0
      ? []
      : [says('mail.required')`some required fields can't be set by mail: ${listNames(viewer, tracker, missing)}`]),
  ];
  if (title !== undefined && description !== undefined && faults.length === 0) return { title, description };
  throw refused(says('mail.untaken')`the tracker "${tracker.name}" can't accept it: ${joined(faults) ?? ''}`);
}

const listNames = (viewer: Viewer, tracker: Definition, fields: readonly Field[]): string =>
  fields.map((field) => (mayField(viewer, tracker, field, 'read') ? `"${field.label}"` : `${field.id}`)).join(', ');

/** Bytes of a mail's text; the rest is cut off, and a note says so. */
const textBytesMax = 65_000;
/** Characters of the note that names the attachments left out; the rest is cut off. */
const noteLengthMax = 2000;

function cutText({ text: whole }: ParsedMessage): { text: string; note: Said | null } {
  if (Buffer.byteLength(whole) <= textBytesMax) return { text: whole, note: null };
  // A letter that the cut goes through becomes U+FFFD.
  const fits = Buffer.from(whole)
    .subarray(0, textBytesMax)
    .toString()
    .replace(/\ufffd+$/, '');
  return {
    text: `${truncate(whole, fits.length)}\n[…]`,
    note: says('mail.cut')`its text was truncated to ${textBytesMax} bytes`,
  };
}

const joined = (all: readonly (string | Said)[]): string | Said | null =>
  all.length === 0 ? null : all.reduce((before, one) => says('mail.both')`${before}; ${one}`);

const joinNotes = (...notes: readonly (string | Said | null)[]): string | Said | null =>
  joined(notes.filter((note) => note !== null));

interface Uploaded {
  fieldId: number | undefined;
  ids: number[];
  note: string | Said | null;
}

/** Uploads attachments for the first field that takes them from the viewer; what it refuses is left out. */
async function uploadAll(
  { attachments }: ChangeDeps,
  viewer: Viewer,
  tracker: Definition,
  permission: FieldPermission,
  { attachments: files, attachmentsLeft }: ParsedMessage,
): Promise<Uploaded> {
  const field = tracker.fields.find(fieldIs.files);
  const taking = tracker.fields.find((one) => fieldIs.files(one) && mayField(viewer, tracker, one, permission));
  if (files.length === 0) return { fieldId: undefined, ids: [], note: null };
  if (taking === undefined) {
    const why =
      field === undefined
        ? says('mail.no-files')`the tracker has no file field`
        : says('mail.may-not-attach')`you don't have permission to attach files`;
    return { fieldId: undefined, ids: [], note: says('mail.all-left')`its attachments were skipped: ${why}` };
  }
  const ids: number[] = [];
  const left: Said[] = [];
  for (const file of files) {
    try {
      ids.push(await upload(attachments, viewer, taking.id, file));
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      left.push(says('mail.left-file')`${file.name} (${error.sentence})`);
    }
  }
  if (attachmentsLeft > 0) left.push(says('mail.left-more')`${attachmentsLeft} above the limit of ${attachmentsMax}`);
  const note = says('mail.left')`attachments were skipped: ${several(left)}`;
  // A column for words has no room for all that names of files can be.
  const kept = note.text.length > noteLengthMax ? truncate(note.text, noteLengthMax) : note;
  return { fieldId: taking.id, ids, note: left.length === 0 ? null : kept };
}

/** Goes on where an attempt before was interrupted. */
async function upload(
  attachments: Attachments,
  viewer: Viewer,
  fieldId: number,
  file: MailAttachment,
): Promise<number> {
  const { name, mimeType, content } = file;
  if (content.length === 0) throw forbidden(says('mail.empty-file')`it is empty`);
  const id = await attachments.begin(viewer, fieldId, { name, mimeType, description: '', sizeBytes: content.length });
  const { receivedBytes } = await attachments.findUpload(viewer, id);
  if (receivedBytes < content.length)
    await attachments.receive(viewer, id, receivedBytes, inPieces(content.subarray(receivedBytes)));
  return id;
}

/** Bytes of an attachment that are stored at a time. */
const pieceBytesMax = 65_536;

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += pieceBytesMax) yield bytes.subarray(start, start + pieceBytesMax);
}
