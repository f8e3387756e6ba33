// Memberships that end by themselves.
import './membership-expiry.tables.ts';

export { createMembershipExpiryFeature } from './feature.ts';
export { NewMembershipExpiry } from './membership-expiry.schema.ts';
export { setExpiry, listAllEnds } from './membership-expiry.store.ts';
