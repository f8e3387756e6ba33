import './attachments.tables.ts';

export { attachFiles, listBlobsOf } from './attach.ts';
export type { Attaching } from './attach.ts';
export { attachmentRoutes } from './attachments.routes.ts';
export { createAttachments } from './attachments.service.ts';
export type { Attachments } from './attachments.service.ts';
export { insertFile, listFiles } from './attachments.store.ts';
export { factsOf } from './attachments.view.ts';
export { createBlobRemoval, removeBlobsLater } from './blob-removal.ts';
export { listBlobsToRemove, listNamedBlobs } from './named-blobs.ts';
export type { NamedBlob } from './named-blobs.ts';
export { dropStaleFiles } from './stale-files.ts';
export { downloadRoutes } from './downloads.routes.ts';
export { tusRoutes } from './tus.routes.ts';
