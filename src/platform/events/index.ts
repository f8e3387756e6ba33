import './events.tables.ts';

export {
  appendEvents,
  eventOf,
  eventsChannel,
  readEvents,
  readEventsBehind,
  readLastPosition,
  replaceEvents,
  settleEvents,
} from './event-log.ts';
export type { EventRow, NewEvent } from './event-log.ts';
export type { Follower } from './follower.ts';
export { createLoop } from './loop.ts';
export type { Loop } from './loop.ts';
export { createFollowers, listFollowerStates } from './followers.ts';
export type { Followers, FollowerState } from './followers.ts';
