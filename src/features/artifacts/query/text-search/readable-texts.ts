// The texts that are searched, as what they are: values of fields, comments, names of attachments; and which of them a viewer
// may read.
import type { Reader } from '../../../../platform/database/index.ts';
import { cutBySize } from '../../../../platform/texts/cut-by-size.ts';
import type { Viewer } from '../../../projects/index.ts';
import { fieldTypeOf, isFieldType, mayField } from '../../../trackers/index.ts';
import type { Definition, Field } from '../../../trackers/index.ts';
import { listReadGroups, loadCommentHeads, loadComments, visibleComment } from '../../comments/visible-comments.ts';
import {
  listChangedFields,
  listTextHeads,
  listTextsByItems,
  listTextSizes,
  listTextsOf,
  textRowBytes,
} from '../../artifact/text-traces.store.ts';
import type { TextHead, TextRow } from '../../artifact/text-traces.store.ts';

/** Where a text stands. */
export type TextLocation =
  | { kind: 'field'; fieldId: number }
  | { kind: 'comment'; changesetId: number }
  | { kind: 'file'; fieldId: number; fileId: number };

export interface ReadableText {
  place: TextLocation;
  /** Folded; see foldText. */
  text: string;
}

/** Of one artifact's texts: values and names come first, then its newest comments. */
const artifactBytesMax = 1_000_000;
/** Of texts that are read by one statement, but for a longer one. */
const bytesAtOnce = 250_000;

/**
 * The texts of these artifacts, whoever may read them, those of one or of a few artifacts after the other. Of an artifact
 * with more than a megabyte of texts the oldest comments are left out.
 */
export async function* readTexts(
  db: Reader,
  artifactIds: readonly number[],
  bytesMax = artifactBytesMax,
): AsyncGenerator<Map<number, TextRow[]>, void> {
  const sizeOf = new Map((await listTextSizes(db, artifactIds)).map((row) => [row.artifact_id, Number(row.bytes)]));
  const sizes = artifactIds.map((id) => ({ id, bytes: sizeOf.get(id) ?? 0 }));
  for (const part of cutBySize(sizes, bytesAtOnce, ({ bytes }) => bytes)) {
    const [first] = part;
    if (part.length > 1 || first === undefined || first.bytes <= bytesAtOnce) {
      const ids = part.map(({ id }) => id);
      const rows = Map.groupBy(await listTextsOf(db, ids), (row) => row.artifact_id);
      yield new Map(ids.map((id) => [id, rows.get(id) ?? []]));
    } else yield new Map([[first.id, await readLongTexts(db, first.id, bytesMax)]]);
  }
}

async function readLongTexts(db: Reader, artifactId: number, bytesMax: number): Promise<TextRow[]> {
  const heads = await listTextHeads(db, [artifactId]);
  const isComment = ({ owner }: Pick<TextHead, 'owner'>): boolean => owner % 2 === 1;
  const ordered = heads.toSorted((a, b) => Number(isComment(a)) - Number(isComment(b)) || b.item - a.item);
  let left = bytesMax;
  const wanted = ordered.filter(({ bytes }) => (left -= bytes + textRowBytes) >= 0);
  const keyOf = ({ owner, item }: Pick<TextHead, 'owner' | 'item'>): string => `${owner} ${item}`;
  const keys = new Set(wanted.map(keyOf));
  const found = new Map<string, TextRow>();
  for (const part of cutBySize(wanted, bytesAtOnce, ({ bytes }) => bytes + textRowBytes)) {
    const items = [...new Set(part.map(({ item }) => item))];
    for (const row of await listTextsByItems(db, artifactId, items))
      if (keys.has(keyOf(row))) found.set(keyOf(row), row);
  }
  return [...found.values()];
}

/** Makes the choice of what the viewer may read of a tracker's artifacts. */
export function selectReadable(viewer: Viewer, tracker: Definition): (row: TextRow) => ReadableText | undefined {
  const groups = listReadGroups(viewer, tracker)?.map((id) => `,${id},`);
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
export async function listSpokenChangesets(db: Reader, changesetIds: readonly number[]): Promise<Set<number>> {
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
  const versions = await loadCommentHeads(
    db,
    comments.map(({ changesetId }) => changesetId),
  );
  const seen = comments.flatMap(
    ({ tracker, changesetId }) => visibleComment(viewer, tracker, versions.get(changesetId) ?? []) ?? [],
  );
  const texts = await loadComments(db, seen);
  return new Map(seen.map(({ id, changeset_id: changesetId }) => [changesetId, texts.get(id)?.body ?? '']));
}

/** For an index of texts, which knows where they are and asks here who may read them. */
export const artifactTexts = { listSpokenChangesets, loadSources, readTexts, selectReadable };
