// Writes documents into the index, as the transaction sees them.
import { createCache } from '../../../platform/cache/index.ts';
import { afterCommit, removeDocuments, saveDocuments } from '../../../platform/database/index.ts';
import type { WordDocument, Writer } from '../../../platform/database/index.ts';
import type { DocumentKind } from './document-kinds.ts';
import { keyOf, toWordDocument } from './documents.ts';
import { insertWords } from './search.store.ts';
import { isSuggestible } from './spelling.ts';

export interface IndexWriter {
  /** Writes these documents of a kind anew; those that are gone are taken away. */
  write(tx: Writer, type: string, ids: readonly number[]): Promise<void>;
  /** Says that words to suggest may be gone. */
  forgetWords(): void;
}

export function createIndexWriter(kinds: readonly DocumentKind[]): IndexWriter {
  /** Words that are known to be stored need no statement. */
  const knownWords = createCache<string, true>({ name: 'indexed_words', maxBytes: 8_388_608, sizeOf: () => 0 });
  let round = 0;
  return {
    async write(tx, type, ids) {
      const kind = kinds.find((one) => one.type === type);
      if (kind === undefined) return;
      const roundBefore = round;
      const unique = [...new Set(ids)];
      const documents: WordDocument[] = [];
      for await (const document of kind.readIndexed(tx, unique)) documents.push(await toWordDocument(kind, document));
      const found = new Set(documents.map(({ key }) => key));
      await removeDocuments(
        tx,
        unique.map((id) => keyOf(kind, id)).filter((key) => !found.has(key)),
      );
      await saveDocuments(tx, documents);
      const words = [...new Set(documents.flatMap((document) => document.words))].filter(
        (word) => knownWords.get(word, roundBefore) === undefined && isSuggestible(word),
      );
      await insertWords(tx, words.sort());
      afterCommit(tx, () => {
        for (const word of words) knownWords.set(word, true, roundBefore);
      });
    },
    forgetWords: () => void (round += 1),
  };
}
