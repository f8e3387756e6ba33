// Keeps the texts that queries search in step with values and comments.
import { isDeepStrictEqual } from 'node:util';
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import type { Writer } from '../../../platform/database/index.ts';
import { fieldTypeOf, isFieldType } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import type { CommentRow } from './artifacts.store.ts';
import { audienceOf, foldForSearch, ownerOfComments, ownerOfField } from './search-texts.ts';
import { readCommentGroups } from './comment-groups.ts';
import * as store from './text-traces.store.ts';
import type { SearchText } from './text-traces.store.ts';

interface FileName {
  id: number;
  name: string;
  description: string;
}

/** What queries search in of one value; `files` are those that it may name. */
export function textsOfValue(
  artifactId: number,
  fieldId: number,
  typeCode: string,
  stored: unknown,
  files: ReadonlyMap<number, FileName>,
): SearchText[] {
  if (stored === undefined || !isFieldType(typeCode)) return [];
  const type = fieldTypeOf(typeCode);
  const base = { artifactId, owner: ownerOfField(fieldId), audience: audienceOf(undefined) };
  if (type.search === 'files') {
    const named = idsIn(stored).flatMap((id) => files.get(id) ?? []);
    return named.map(({ id, name, description }) => ({
      ...base,
      item: id,
      text: foldForSearch(`${name}\n${description}`),
    }));
  }
  const text = type.search === 'text' ? type.searchText(stored) : undefined;
  return text === undefined ? [] : [{ ...base, item: artifactId, text: foldForSearch(text) }];
}

/** What queries search in of the last version of a comment; nothing where it is empty. */
export function textOfComment(
  trackerId: number,
  comment: Pick<CommentRow, 'id' | 'changeset_id' | 'body' | 'groups_json'>,
): Omit<SearchText, 'artifactId'>[] {
  const { id, changeset_id: item, body, groups_json: json } = comment;
  const groups = json === null ? undefined : readCommentGroups(json, `groups of comment ${id}`);
  return body === ''
    ? []
    : [{ owner: ownerOfComments(trackerId), item, audience: audienceOf(groups), text: foldForSearch(body) }];
}

const idsIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];

/** What of a change the texts depend on; a part of Trace. */
interface ValueChange {
  before: { id: number };
  old: Readonly<Record<string, unknown>>;
  values: Readonly<Record<string, unknown>>;
  touched: ReadonlySet<number>;
}

/** Saves the texts of the values that changed; an artifact that is new has none yet. */
export async function saveTexts(tx: Writer, tracker: Definition, changes: readonly ValueChange[]): Promise<void> {
  const added: SearchText[] = [];
  for (const [index, change] of changes.entries()) {
    if (index > 0 && isSliceOver()) await yieldSlice(true);
    for (const fieldId of change.touched) {
      const typeCode = tracker.fieldById.get(fieldId)?.type ?? '';
      const { search } = fieldTypeOf(typeCode);
      if (search === 'text' || search === 'files') added.push(...(await saveValue(tx, change, fieldId, typeCode)));
    }
  }
  await store.insertTexts(tx, added);
}

/** Gives the texts that have to be added. */
async function saveValue(
  tx: Writer,
  { before: { id }, old, values }: ValueChange,
  fieldId: number,
  typeCode: string,
): Promise<SearchText[]> {
  const isText = fieldTypeOf(typeCode).search === 'text';
  const named = isText ? [] : await store.listFileNames(tx, [...idsIn(old[fieldId]), ...idsIn(values[fieldId])]);
  const files = new Map(named.map((file) => [file.id, file]));
  const was = textsOfValue(id, fieldId, typeCode, old[fieldId], files);
  const is = textsOfValue(id, fieldId, typeCode, values[fieldId], files);
  if (isDeepStrictEqual(was, is)) return [];
  const [first] = is;
  const key = { artifactId: id, owner: ownerOfField(fieldId) };
  if (isText && was.length > 0 && first !== undefined) {
    await store.updateText(tx, { ...key, text: first.text });
    return [];
  }
  if (was.length > 0) await store.deleteTexts(tx, key);
  return is;
}

/** The last version of the comment of a new changeset. */
interface SaidComment {
  artifactId: number;
  changesetId: number;
  body: string;
  groupIds?: readonly number[] | undefined;
}

/** Puts the text of a comment's new version in the place of the one before. */
export async function replaceCommentText(tx: Writer, tracker: Definition, comment: SaidComment): Promise<void> {
  const { artifactId, changesetId: item } = comment;
  await store.deleteItemText(tx, { artifactId, owner: ownerOfComments(tracker.id), item });
  await saveCommentTexts(tx, tracker, [comment]);
}

/** Saves the texts of new comments; empty ones have none. */
export async function saveCommentTexts(
  tx: Writer,
  tracker: Definition,
  comments: readonly SaidComment[],
): Promise<void> {
  const said = comments.filter(({ body }) => body !== '');
  await store.insertTexts(
    tx,
    said.map(({ artifactId, changesetId, body, groupIds }) => ({
      artifactId,
      owner: ownerOfComments(tracker.id),
      item: changesetId,
      audience: audienceOf(groupIds),
      text: foldForSearch(body),
    })),
  );
}
