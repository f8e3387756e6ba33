// The administration of trackers: form, permissions, semantics, workflow; and new trackers.
export { LinkTypes } from './general/link-types.tsx';
export { Webhooks } from './notifications/webhooks.tsx';
export { listColours } from './colour-choices.ts';
export { colours } from './colours.ts';
