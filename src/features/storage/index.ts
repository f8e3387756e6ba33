// The front door of what projects may store.
import './storage.tables.ts';

export { createStorageFeature } from './feature.ts';
export { createRoom, siteRoom } from './room.ts';
export type { Room } from './room.ts';
export type { Storage, StorageMeasures } from './storage.service.ts';
export { addAttached, forgetRepositories } from './storage.store.ts';
