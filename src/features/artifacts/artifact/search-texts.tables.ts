// Rows of texts that queries search in; see search-texts.ts.

interface SearchTextsTable {
  artifact_id: number;
  owner: number;
  /** The artifact for a value of a field, else the changeset of a comment, or the attachment. */
  item: number;
  /** See audienceOf. */
  audience: string;
  /** Folded. */
  text: string;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    search_texts: SearchTextsTable;
  }
}
