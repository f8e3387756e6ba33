// Rows that full-text search keeps beside its index of words; see docs/search.md.

interface SearchProgressTable {
  /** Number of a kind of documents; see document-kinds.ts. */
  kind: number;
  /** How its documents are written. */
  format: string;
  /** Documents from this id on are in the index; null: none was looked at yet. */
  before_id: number | null;
  /** null as long as the index is written. */
  finished_at_ms: number | null;
}

interface SearchFileTextsTable {
  file_id: number;
  /** Empty where none could be found in it. */
  text: string;
}

/** Words that texts have or had, to suggest others. */
interface SearchWordsTable {
  word: string;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    search_progress: SearchProgressTable;
    search_file_texts: SearchFileTextsTable;
    search_words: SearchWordsTable;
  }
}
