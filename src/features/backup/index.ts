export { restoreBackup } from './restore-backup.ts';
export { verifySite } from './verify-site.ts';
export type { Finding } from './verify-site.ts';
export { writeBackup } from './write-backup.ts';
