// Trackers that somebody was in lately, kept in this browser: what they are likely to create something in.
import { isRecord, numberIn, textIn } from '../../../platform/parse-unknown.ts';

export interface RecentTracker {
  id: number;
  label: string;
  colour: string;
  /** One emoji, or nothing. */
  icon?: string;
  singularLabel?: string | undefined;
  project: string;
  projectId: number;
}

/** Where one is created. */
export const newArtifactPage = (trackerId: number): string => `/trackers/${trackerId}/new`;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const recentMax = 8;
const keyOf = (userId: number): string => `tepal.trackers.${userId}`;

/** Latest first; empty where nothing is kept, or nothing that can be read. */
export function readRecentTrackers(storage: Storage, userId: number): RecentTracker[] {
  let kept: unknown;
  try {
    kept = JSON.parse(storage.getItem(keyOf(userId)) ?? '[]');
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((entry: unknown) => {
    const [id, projectId] = [numberIn(entry, 'id'), numberIn(entry, 'projectId')];
    const singularLabel = textIn(entry, 'singularLabel');
    return !isRecord(entry) || id === undefined || projectId === undefined
      ? []
      : [
          {
            id,
            label: textIn(entry, 'label') ?? '',
            colour: textIn(entry, 'colour') ?? '',
            icon: textIn(entry, 'icon') ?? '',
            ...(singularLabel === undefined ? {} : { singularLabel }),
            project: textIn(entry, 'project') ?? '',
            projectId,
          },
        ];
  });
}

/** Notes that the person is in a tracker. */
export function noteRecentTracker(storage: Storage, userId: number, tracker: RecentTracker): void {
  const others = readRecentTrackers(storage, userId).filter(({ id }) => id !== tracker.id);
  try {
    storage.setItem(keyOf(userId), JSON.stringify([tracker, ...others].slice(0, recentMax)));
  } catch (error) {
    // A full storage keeps nothing more; this is only a convenience.
    if (!(error instanceof DOMException)) throw error;
  }
}
