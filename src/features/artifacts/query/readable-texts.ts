// The texts that are searched, as what they are: values of fields, comments, names of attachments; and which of them a viewer
// may read.
import type { Reader } from '../../../platform/database/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldTypeOf, isFieldType, mayField } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { loadComments, visibleComment } from '../visible-comments.ts';
import { commentGroups } from './query-context.ts';
import { listChangedFields, listTextsOf } from './text-traces.store.ts';
import type { TextRow } from './text-traces.store.ts';

/** Where a text stands. */
export type TextPlace =
  | { kind: 'field'; fieldId: number }
  | { kind: 'comment'; changesetId: number }
  | { kind: 'file'; fieldId: number; fileId: number };

export interface ReadableText {
  place: TextPlace;
  /** Folded; see foldText. */
  text: string;
}

/** Every text of these artifacts, whoever may read it. */
export const listTexts = (db: Reader, artifactIds: readonly number[]): Promise<TextRow[]> =>
  listTextsOf(db, artifactIds);

/** Makes the choice of what the viewer may read of a tracker's artifacts. */
export function selectReadable(viewer: Viewer, tracker: Definition): (row: TextRow) => ReadableText | undefined {
  const groups = commentGroups({ viewer, tracker })?.map((id) => `,${id},`);
  const fields = new Map<number, Field | undefined>();
  const findField = (id: number): Field | undefined => {
    if (!fields.has(id)) {
      const field = tracker.fieldById.get(id);
      fields.set(id, field !== undefined && mayField(viewer, tracker, field, 'read') ? field : undefined);
    }
    return fields.get(id);
  };
  return ({ owner, item, audience, text }) => {
    if (owner % 2 === 1) {
      const isOpen = audience === '' || groups === undefined || groups.some((group) => audience.includes(group));
      return isOpen ? { place: { kind: 'comment', changesetId: item }, text } : undefined;
    }
    const field = findField(owner / 2);
    if (field === undefined) return undefined;
    const fieldId = field.id;
    return {
      place:
        fieldTypeOf(field.type).search === 'files'
          ? { kind: 'file', fieldId, fileId: item }
          : { kind: 'field', fieldId },
      text,
    };
  };
}

/** Those of the changesets that say something, or change a text. */
export async function listTellingChangesets(db: Reader, changesetIds: readonly number[]): Promise<Set<number>> {
  const rows = await listChangedFields(db, changesetIds);
  return new Set(
    rows.filter(({ types, isSaid }) => isSaid || types.some(isTextType)).map(({ changesetId }) => changesetId),
  );
}

function isTextType(code: string): boolean {
  const search = isFieldType(code) ? fieldTypeOf(code).search : undefined;
  return search === 'text' || search === 'files';
}

/** What a text was before it was folded, by changeset, of the comments that the viewer may read. */
export async function loadSources(
  db: Reader,
  viewer: Viewer,
  comments: readonly { tracker: Definition; changesetId: number }[],
): Promise<Map<number, string>> {
  const versions = await loadComments(
    db,
    comments.map(({ changesetId }) => changesetId),
  );
  return new Map(
    comments.flatMap(({ tracker, changesetId }) => {
      const seen = visibleComment(viewer, tracker, versions.get(changesetId) ?? []);
      return seen === undefined ? [] : [[changesetId, seen.body] as const];
    }),
  );
}
