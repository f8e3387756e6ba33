// The row of the site's logo. Its bytes are a blob.

interface SiteLogoTable {
  /** Always 1. */
  id: number;
  /** Name of its blob, and of the address where it is served, so that another picture has another address. */
  blob: string;
  /** By its content. */
  media_type: string;
  size_bytes: number;
  /** In pixels. */
  width: number;
  height: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    site_logo: SiteLogoTable;
  }
}
