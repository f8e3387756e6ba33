// Why somebody is notified of changes; whether they may see them is decided elsewhere. Pure.
import type { ChangeDescription } from '../../artifacts/index.ts';
import type { Definition } from '../../trackers/index.ts';
import type { InboxReason } from '../inbox/inbox.tables.ts';
import type { Level } from '../notifications.tables.ts';

/** The artifact is assigned to them, they submitted it, or they commented on it or are in a list of people with notifications. */
export type Role = Extract<InboxReason, 'assigned' | 'author' | 'participating'>;

/** Why somebody might be told of changes of an artifact. */
export interface Interest {
  /** undefined: none. */
  readonly role: Role | undefined;
  /** What the tracker tells them unasked: all changes, or new artifacts. */
  readonly unasked: 'all' | 'new' | undefined;
  /** What they chose for the tracker; undefined: nothing. */
  readonly chosen: { readonly level: Level; readonly fieldIds: ReadonlySet<number> | undefined } | undefined;
  /** What they chose for the artifact. */
  readonly isSubscribed: boolean | undefined;
}

/** What a tracker says about mails. */
interface TrackerRules {
  readonly settings: Pick<Definition['settings'], 'isNotificationStopped' | 'flags'>;
  readonly semantics: { readonly status: { readonly field_id: number } | undefined };
}

const changesStatus = (tracker: TrackerRules, changes: ChangeDescription): boolean =>
  changes.isNew || changes.fields.some(({ fieldId }) => fieldId === tracker.semantics.status?.field_id);

/** The level 2 of archives: new artifacts and changes of the status alone. */
export const notifiesOfStatusAlone = (tracker: Pick<TrackerRules, 'settings'>): boolean =>
  tracker.settings.flags['notifications_level'] === '2';

/**
 * Why somebody is notified of the changes that they may see; undefined: they are not. `isMentioned`: the changes mention them, which
 * notifies them unless they muted the artifact or its tracker.
 */
export function findReason(
  { role, unasked, chosen, isSubscribed }: Interest,
  tracker: TrackerRules,
  changes: ChangeDescription,
  isMentioned = false,
): InboxReason | undefined {
  if (isSubscribed === false || tracker.settings.isNotificationStopped) return undefined;
  if (isMentioned && (isSubscribed === true || chosen?.level !== 'none')) return 'mentioned';
  if (notifiesOfStatusAlone(tracker) && !changesStatus(tracker, changes)) return undefined;
  if (isSubscribed === true) return role ?? 'following';
  const { level, fieldIds } = chosen ?? { level: 'involved', fieldIds: undefined };
  if (level === 'none') return undefined;
  const reason = role ?? 'tracker';
  if (unasked === 'all' || (unasked === 'new' && changes.isNew)) return reason;
  if (level === 'status') return changesStatus(tracker, changes) ? reason : undefined;
  const isAbout = fieldIds === undefined || changes.fields.some(({ fieldId }) => fieldIds.has(fieldId));
  return isAbout && (level === 'all' || role !== undefined) ? reason : undefined;
}

/** Whether somebody wants a reminder: everybody does whom the tracker reminds but those who want no mail of the artifact or of it. */
export const wantsReminders = ({ chosen, isSubscribed }: Pick<Interest, 'chosen' | 'isSubscribed'>): boolean =>
  isSubscribed ?? chosen?.level !== 'none';

/**
 * Why somebody follows an artifact: they chose it, its tracker as a whole, or have a part in it; undefined: they don't. `mute` and
 * `none` are no reasons, and neither is what the tracker sends unasked.
 */
export function followReason({
  chosen,
  isSubscribed,
  isInvolved,
}: Pick<Interest, 'chosen' | 'isSubscribed'> & { isInvolved: boolean }):
  | 'artifact'
  | 'tracker'
  | 'involved'
  | undefined {
  if (isSubscribed !== undefined) return isSubscribed ? 'artifact' : undefined;
  if (chosen?.level === 'none' || chosen?.level === 'status') return undefined;
  if (isInvolved) return 'involved';
  return chosen?.level === 'all' ? 'tracker' : undefined;
}
