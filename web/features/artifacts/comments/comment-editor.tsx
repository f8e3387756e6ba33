// A comment of one's own in the place where it stands, to be written anew. What is typed is kept, like every draft.
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useCommentDraft } from './comment-draft.ts';
import type { CommentDraft } from './comment-draft.ts';
import { Composer } from './composer.tsx';
import { textOf } from './entry-text.ts';
import type { Entry } from './comments.queries.ts';

interface Props {
  artifactId: number;
  projectId: number;
  entry: Entry;
  username: string;
  mayBePrivate: boolean;
  onClose(): void;
}

export function CommentEditor({ artifactId, projectId, entry, username, mayBePrivate, onClose }: Props): ReactNode {
  const queryClient = useQueryClient();
  const groups = (entry.changeset.last_comment.ugroups ?? []).map(({ id }) => id);
  const initial: CommentDraft = { text: textOf(entry), groups };
  const [draft, setDraft] = useCommentDraft(`comment.${artifactId}.${entry.id}`, username, initial);
  const latest = useRef(draft);
  latest.current = draft;
  const close = (): void => {
    setDraft(initial);
    onClose();
  };
  const send = async ({ text, groups: chosen }: CommentDraft): Promise<void> => {
    const path = { id: artifactId, changeset_id: entry.id };
    const body = { body: text, format: 'commonmark', ugroups: chosen.map((id) => ({ id })) };
    await settle(api.PUT('/artifacts/{id}/changesets/{changeset_id}/comment', { params: { path }, body }));
    await queryClient.invalidateQueries({ queryKey: ['/artifacts', artifactId] });
    if (latest.current.text === text && latest.current.groups === chosen) close();
  };
  return (
    <Composer
      label={t('talk.edit')}
      sendLabel={t('ui.save')}
      projectId={projectId}
      draft={draft}
      onDraft={setDraft}
      onSend={send}
      onCancel={close}
      nearby={[]}
      mayBePrivate={mayBePrivate}
      autoFocus
    />
  );
}
