// A comment that is being written, and for whom, as this browser keeps it.
import { useMemo, useState } from 'react';
import { createDrafts } from '../../../platform/drafts/drafts.ts';
import { personalStore } from '../../../platform/storage/personal-storage.ts';
import { listIn, numberIn, textIn } from '../../../platform/parse-unknown.ts';
import type { FileRef } from '../../../ui/files/file-ref.ts';

export interface CommentDraft {
  text: string;
  /** Ids of the groups that alone see it; none: whoever sees the artifact. */
  groups: readonly string[];
  /** Files that were sent for it, which the artifact gets with the comment. */
  files?: readonly FileRef[];
}

/** What was kept, whatever wrote it. */
export const readCommentDraft = (kept: unknown): CommentDraft => ({
  text: textIn(kept, 'text') ?? '',
  groups: listIn(kept, 'groups').filter((id) => typeof id === 'string'),
  files: listIn(kept, 'files').map((file) => ({ id: numberIn(file, 'id') ?? 0, name: textIn(file, 'name') ?? '' })),
});

/** The draft of a thing by a person; `initial` where there is none. */
export function useCommentDraft(thing: string, person: string, initial: CommentDraft) {
  const drafts = useMemo(() => createDrafts(personalStore, person), [person]);
  const [draft, setDraft] = useState(() => {
    const kept = drafts.read(thing);
    return kept === undefined ? initial : readCommentDraft(kept.value);
  });
  const change = (next: CommentDraft): void => {
    setDraft(next);
    if (next.text === initial.text && next.groups.length === initial.groups.length) drafts.drop(thing);
    else drafts.save(thing, next);
  };
  return [draft, change] as const;
}
