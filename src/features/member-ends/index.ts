// Memberships that end by themselves.
import './member-ends.tables.ts';

export { createMemberEndsFeature } from './feature.ts';
