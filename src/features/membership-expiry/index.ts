// Memberships that end by themselves.
import './membership-expiry.tables.ts';

export { createMembershipExpiryFeature } from './feature.ts';
export { NewMemberEnd } from './membership-expiry.schema.ts';
export { keepEnd, listAllEnds } from './membership-expiry.store.ts';
