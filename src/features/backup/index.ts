export type { Manifest } from './manifest.ts';
export type { CopyOutcome, NamedFolder, SiteCheck, SitePart } from './parts.ts';
export { restoreBackup } from './restore-backup.ts';
export { verifyBackup } from './verify-backup.ts';
export { removeLeftovers } from './leftovers.ts';
export { verifySite } from './verify-site.ts';
export type { Finding } from './verify-site.ts';
export { writeBackup } from './write-backup.ts';
