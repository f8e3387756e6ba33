// What the address of the inbox says. Pure.
import type { Schemas } from '../../platform/api.ts';

export type Reason = Schemas['InboxEntry']['reason'];

export const states = ['open', 'saved', 'snoozed', 'done'] as const;
export type State = (typeof states)[number];

export const reasons = [
  'mentioned',
  'assigned',
  'review-requested',
  'author',
  'participating',
  'following',
  'tracker',
] as const satisfies readonly Reason[];

export interface InboxWish {
  /** Open without it. */
  state?: State | undefined;
  reason?: Reason | undefined;
  /** Only what is in this project, by its id. */
  project?: number | undefined;
  /** Only what was not read. */
  unread?: true | undefined;
}

export const isReason = (value: unknown): value is Reason => reasons.some((reason) => reason === value);

const isFurther = (value: unknown): value is Exclude<State, 'open'> =>
  value !== 'open' && states.some((state) => state === value);

/** Every key is there, because the router keeps what an address says of keys that are left out. */
export const readInbox = ({ state, reason, project, unread }: Record<string, unknown>): InboxWish => ({
  state: isFurther(state) ? state : undefined,
  reason: isReason(reason) ? reason : undefined,
  project: typeof project === 'number' && Number.isSafeInteger(project) && project > 0 ? project : undefined,
  unread: unread === true ? true : undefined,
});
