// Pull requests: one branch that is asked to be merged into another one, what is said about it, and what comes of it.
export { createPullRequestsFeature } from './feature.ts';
