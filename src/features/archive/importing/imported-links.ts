// Links to attachments in texts of an archive: they name attachments by the ids that these had where the archive came from.

import { says } from '../../../platform/texts/said.ts';
import type { ArchiveChangeset, FieldChange } from '../model/artifact-model.ts';
import type { Warn } from '../model/warnings.ts';

/** The new id of an attachment by the one that it had; undefined for one that is not known. */
export type FindAttachment = (oldId: number) => number | undefined;

export interface AttachmentNames {
  readonly find: FindAttachment;
  /** `ref` is what changes call it, such as `fileinfo_42`: the number is the id that it had. */
  readonly add: (ref: string, id: number) => void;
}

/** Attachments that were imported; where several had one number, it means the last. */
export function createAttachmentNames(): AttachmentNames {
  const ids = new Map<number, number>();
  return {
    find: (oldId) => ids.get(oldId),
    add(ref, id) {
      const digits = /\d{1,15}$/.exec(ref)?.[0];
      if (digits !== undefined) ids.set(Number(digits), id);
    },
  };
}

const addressPattern = /(\/plugins\/tracker\/attachments\/(?:preview\/)?)(\d{1,15})(?!\d)/g;
const oldAddressPattern = /\/plugins\/tracker\/\?[^\s"'<>()]*/g;
const oldIdPattern = /((?:\?|&amp;|&|;)attachment=)(\d{1,15})/;
const endPattern = /[\s"'<>()]/;

/** As much as the name of a host takes. */
const hostLength = 300;
const isOnAnyHost = (before: string): boolean =>
  before.slice(-hostLength).split(endPattern).at(-1)?.includes('://') === true;

/** No attachment has it, so that such an address leads nowhere. */
const nowhere = 0;

export interface RelinkedText {
  readonly text: string;
  /** Attachments that the text names and that are not known. */
  readonly unknown: readonly number[];
}

/**
 * The text with the new ids. An address of this site whose attachment is not known leads nowhere then, and not to somebody
 * else's file; one of another host stays as it is.
 */
export function relinkAttachments(text: string, find: FindAttachment): RelinkedText {
  if (!text.includes('/plugins/tracker/')) return { text, unknown: [] };
  const unknown: number[] = [];
  const choose = (offset: number, whole: string, oldId: string): number => {
    const id = find(Number(oldId));
    if (id !== undefined) return id;
    if (Number(oldId) === nowhere || isOnAnyHost(whole.slice(Math.max(0, offset - hostLength), offset)))
      return Number(oldId);
    unknown.push(Number(oldId));
    return nowhere;
  };
  const relinked = text
    .replaceAll(
      addressPattern,
      (_all, path: string, oldId: string, offset: number, whole: string) => `${path}${choose(offset, whole, oldId)}`,
    )
    .replaceAll(oldAddressPattern, (query, offset: number, whole: string) =>
      query.includes('func=show-attachment')
        ? query.replace(oldIdPattern, (_all, start: string, oldId: string) => `${start}${choose(offset, whole, oldId)}`)
        : query,
    );
  return { text: relinked, unknown };
}

function mapTexts(change: FieldChange, relink: (text: string) => string): FieldChange {
  if (change.kind === 'text') return { ...change, value: relink(change.value) };
  if (change.kind !== 'ttmstepdef') return change;
  const steps = change.steps.map((step) => ({
    ...step,
    description: relink(step.description),
    expectedResults: relink(step.expectedResults),
  }));
  return { ...change, steps };
}

/** The changeset with its texts relinked; attachments that they name and that are not known are warned of. */
export function relinkChangeset(changeset: ArchiveChangeset, find: FindAttachment, warn: Warn): ArchiveChangeset {
  const relinkAt =
    (line: number, element: string) =>
    (text: string): string => {
      const { text: relinked, unknown } = relinkAttachments(text, find);
      for (const id of unknown)
        warn(
          line,
          element,
          says(
            'left.attachment',
          )`the text links to the attachment \`${id}\`, which is not in the archive; the link will be broken`,
        );
      return relinked;
    };
  return {
    ...changeset,
    comments: changeset.comments.map((comment) => ({
      ...comment,
      body: relinkAt(comment.line, 'comment')(comment.body),
    })),
    fieldChanges: changeset.fieldChanges.map((change) => mapTexts(change, relinkAt(change.line, 'field_change'))),
  };
}
