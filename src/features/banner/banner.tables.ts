// The row of the platform's banner.

interface BannerTable {
  /** Always 1: there is one banner. */
  id: number;
  message: string;
  importance: 'standard' | 'warning' | 'critical';
  /** null: until it is taken away. */
  expires_at_ms: number | null;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    platform_banner: BannerTable;
  }
}
