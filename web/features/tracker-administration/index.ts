// The administration of trackers: form, permissions, semantics, workflow; and new trackers.
export { Webhooks } from './around/webhooks.tsx';
export { listColours } from './colour-choices.ts';
export { colours } from './colours.ts';
