// Memberships that end by themselves.
import './member-ends.tables.ts';

export { createMemberEndsFeature } from './feature.ts';
export { NewMemberEnd } from './member-ends.schema.ts';
export { keepEnd, listAllEnds } from './member-ends.store.ts';
