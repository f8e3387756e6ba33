// Rows about the whole site: the version that validates every cache, and the settings changed while running.

interface SiteTable {
  id: number;
  /** Grows with every change of people, rights, definitions or settings. */
  version: number;
}

interface SettingsTable {
  name: string;
  value: string;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    site: SiteTable;
    settings: SettingsTable;
  }
}
