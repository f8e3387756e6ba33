// Puts together what one person did to one artifact within some minutes. Pure.
import type { Schemas } from '../../platform/api.ts';

type Entry = Schemas['ActivityEntry'];

export interface ActivityGroup extends Pick<Entry, 'id' | 'artifact' | 'user' | 'kind' | 'comment' | 'at'> {
  /** Latest first. */
  changes: readonly Entry['changes'][number][];
  /** Changed fields beyond these. */
  moreCount: number;
}

const gapMs = 10 * 60_000;

const belongs = (last: Entry, entry: Entry): boolean =>
  last.artifact.id === entry.artifact.id &&
  last.user?.id === entry.user?.id &&
  last.made_by_agent === entry.made_by_agent &&
  // Each comment is shown.
  (last.comment === null || entry.comment === null) &&
  Date.parse(last.at) - Date.parse(entry.at) <= gapMs;

/** Entries, latest first, in the same order. */
export function groupActivity(entries: readonly Entry[]): readonly ActivityGroup[] {
  const groups: { last: Entry; group: ActivityGroup }[] = [];
  for (const entry of entries) {
    const open = groups.at(-1);
    const { id, artifact, user, kind, comment, at, changes, more_changes: moreCount } = entry;
    if (open === undefined || !belongs({ ...open.last, comment: open.group.comment }, entry)) {
      groups.push({ last: entry, group: { id, artifact, user, kind, comment, at, changes, moreCount } });
      continue;
    }
    const { group } = open;
    open.last = entry;
    open.group = {
      ...group,
      kind: kind === 'created' ? kind : group.comment === null ? kind : group.kind,
      comment: group.comment ?? comment,
      changes: [...group.changes, ...changes],
      moreCount: group.moreCount + moreCount,
    };
  }
  return groups.map(({ group }) => group);
}
