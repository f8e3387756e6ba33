// Keeps the texts that queries search in step with values and comments.
import type { Writer } from '../../../platform/database/index.ts';
import { fieldTypeOf } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { audienceOf, foldForSearch, ownerOfComments, ownerOfField } from './search-texts.ts';
import * as store from './text-traces.store.ts';
import type { SearchText } from './text-traces.store.ts';

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
  for (const change of changes) {
    for (const fieldId of change.touched) {
      const { search } = fieldTypeOf(tracker.fieldById.get(fieldId)?.type ?? '');
      if (search === 'text') added.push(...(await saveText(tx, tracker, change, fieldId)));
      if (search === 'files') added.push(...(await saveFiles(tx, change, fieldId)));
    }
  }
  await store.insertTexts(tx, added);
}

/** Gives the text where it has to be added. */
async function saveText(
  tx: Writer,
  tracker: Definition,
  { before, old, values }: ValueChange,
  fieldId: number,
): Promise<SearchText[]> {
  const type = fieldTypeOf(tracker.fieldById.get(fieldId)?.type ?? '');
  const fold = (stored: unknown): string | undefined => {
    const text = stored === undefined ? undefined : type.searchText(stored);
    return text === undefined ? undefined : foldForSearch(text);
  };
  const [was, is] = [fold(old[fieldId]), fold(values[fieldId])];
  if (was === is) return [];
  const key = { artifactId: before.id, owner: ownerOfField(fieldId) };
  if (is === undefined) await store.deleteTexts(tx, key);
  else if (was === undefined) return [{ ...key, item: before.id, audience: audienceOf(undefined), text: is }];
  else await store.updateText(tx, { ...key, text: is });
  return [];
}

const idsIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];

async function saveFiles(tx: Writer, { before, old, values }: ValueChange, fieldId: number): Promise<SearchText[]> {
  const key = { artifactId: before.id, owner: ownerOfField(fieldId) };
  if (idsIn(old[fieldId]).length > 0) await store.deleteTexts(tx, key);
  const files = await store.listFileNames(tx, idsIn(values[fieldId]));
  return files.map(({ id, name, description }) => ({
    ...key,
    item: id,
    audience: audienceOf(undefined),
    text: foldForSearch(`${name}\n${description}`),
  }));
}

/** The last version of the comment of a new changeset. */
interface SaidComment {
  artifactId: number;
  changesetId: number;
  body: string;
  groupIds?: readonly number[] | undefined;
}

/** Saves the texts of new comments; empty ones have none. */
export async function saveCommentTexts(tx: Writer, tracker: Definition, comments: readonly SaidComment[]): Promise<void> {
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
