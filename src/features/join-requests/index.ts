// Asking to join a project: the request, and what its administrators decide.
import './join-requests.tables.ts';

export type { ThingFinder } from './asked-thing.ts';
export { createJoinRequestsFeature } from './feature.ts';
