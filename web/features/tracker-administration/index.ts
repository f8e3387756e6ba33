// The administration of trackers: form, permissions, semantics, workflow; and new trackers.
export { Webhooks } from './around/webhooks.tsx';
export { colourLabel, colours } from './colours.ts';
