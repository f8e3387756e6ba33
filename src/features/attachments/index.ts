import './attachments.tables.ts';

export { attachFiles, listBlobsOf } from './attach.ts';
export type { Attaching } from './attach.ts';
export type { Attachments } from './attachments.service.ts';
export { findFile, insertFile, listFiles } from './attachments.store.ts';
export { collectBytes, openBytes } from './file-bytes.ts';
export { announceUpload } from './new-uploads.ts';
export { storeNamed } from './uploads.ts';
export { tusRoutes } from './tus.routes.ts';
export type { TusTarget } from './tus.routes.ts';
export { findInlineType, readPixels } from './images.ts';
export { factsOf } from './attachments.view.ts';
export { dropFiles, removeBlobsLater } from './blob-removal.ts';
export { listBlobsToRemove, listNamedBlobs } from './named-blobs.ts';
export type { NamedBlob } from './named-blobs.ts';
export { createAttachmentsFeature } from './feature.ts';
export type { AttachmentsFeature } from './feature.ts';
