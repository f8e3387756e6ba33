// The administration of trackers: form, permissions, semantics, workflow; and new trackers.
export { LinkTypes } from './around/link-types.tsx';
export { Webhooks } from './around/webhooks.tsx';
export { listColours } from './colour-choices.ts';
export { colours } from './colours.ts';
