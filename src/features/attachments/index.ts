import './attachments.tables.ts';

export { attachFiles, listBlobsOf } from './attach.ts';
export type { Attaching } from './attach.ts';
export type { Attachments } from './attachments.service.ts';
export { insertFile, listFiles } from './attachments.store.ts';
export { findInlineType } from './images.ts';
export { factsOf } from './attachments.view.ts';
export { removeBlobsLater } from './blob-removal.ts';
export { listBlobsToRemove, listNamedBlobs } from './named-blobs.ts';
export type { NamedBlob } from './named-blobs.ts';
export { createAttachmentsFeature } from './feature.ts';
export type { AttachmentsFeature } from './feature.ts';
