// Documents as the index knows them: a key of an id and a kind, and a set of words with labels among them.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { addWords } from '../words/words.ts';
import type { DocumentKind, IndexedDocument } from './document-kinds.ts';
import { wordIndexFormat } from '../../../platform/database/index.ts';
import type { WordDocument } from '../../../platform/database/index.ts';

/** Keys of one id, one for each kind. */
export const keysPerId = 8;

/** Grows whenever documents are written in another form: another meaning of words, labels or keys. */
const documentFormat = 2;

/** More words of a document are not found. */
const wordsMax = 20_000;

/** How this program writes documents into an index of this engine. */
export const indexFormat = (db: object): string => `${documentFormat} ${wordIndexFormat(db)}`;

export const keyOf = (kind: Pick<DocumentKind, 'number'>, id: number): number => id * keysPerId + kind.number;

/** Ids of those keys that are of this kind. */
export const idsOf = (kind: Pick<DocumentKind, 'number'>, keys: readonly number[]): number[] =>
  keys.filter((key) => key % keysPerId === kind.number).map((key) => Math.floor(key / keysPerId));

export const labelOfTracker = (id: number): string => `t${id}`;
export const labelOfProject = (id: number): string => `p${id}`;

/** How a label stands among words: the sign is in none of them. */
export const labelWord = (label: string): string => `§${label}`;

/** What the index holds of a document: its words, and labels of its kind and of what it is in. */
export async function toWordDocument(
  kind: Pick<DocumentKind, 'number' | 'type'>,
  { id, labels, texts }: IndexedDocument,
): Promise<WordDocument> {
  const words = new Set<string>();
  for (const text of texts) {
    if (isSliceOver()) await yieldSlice(true);
    addWords(words, text, wordsMax);
  }
  for (const label of [kind.type, ...labels]) words.add(labelWord(label));
  return { key: keyOf(kind, id), words: [...words] };
}
