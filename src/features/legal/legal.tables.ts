// Rows of the site's legal texts.

interface LegalTextsTable {
  name: 'terms' | 'privacy';
  /** Markdown, not empty. */
  content: string;
  changed_at_ms: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    legal_texts: LegalTextsTable;
  }
}
