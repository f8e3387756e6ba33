// An artifact that can't be opened, with what somebody typed into it while it could, as this browser keeps it.
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { isRefusedWith } from '../../platform/api.ts';
import { createDrafts } from '../../platform/drafts/drafts.ts';
import type { Drafts } from '../../platform/drafts/drafts.ts';
import { personalStore } from '../../platform/storage/personal-storage.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Unread } from '../../ui/no-access/read-error.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Notice } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { readDraft } from './form/keeping/drafts.ts';
import { readCommentDraft } from './comments/comment-draft.ts';

interface Things {
  form: string;
  comment: string;
  /** Comments that were there already. */
  edits: readonly string[];
}

function readTexts(drafts: Drafts, { form, comment, edits }: Things): { label: string; words: string }[] {
  const readComment = (thing: string): string => readCommentDraft(drafts.read(thing)?.value).text;
  const { lost, comment: onChanges } = readDraft(drafts.read(form)?.value, () => false);
  const comments = [
    { label: t('form.comment'), words: onChanges },
    { label: t('artifacts.comment'), words: readComment(comment) },
    ...edits.map((thing) => ({ label: t('artifacts.commentAnew'), words: readComment(thing) })),
  ];
  return [...lost, ...comments].filter(({ words }) => words !== '');
}

function SavedDrafts({ id }: { id: number }): ReactNode {
  const person = useSelf()?.username ?? '';
  const drafts = useMemo(() => createDrafts(personalStore, person), [person]);
  const comment = `comment.${id}`;
  const things = { form: `artifact.${id}`, comment, edits: drafts.list(`${comment}.`) };
  const [texts, setTexts] = useState(() => readTexts(drafts, things));
  if (texts.length === 0) return null;
  const discard = (): void => {
    for (const thing of Object.values(things).flat()) drafts.drop(thing);
    setTexts([]);
  };
  return (
    <Notice kind="warning">
      <div className={`${ui.stack} ${ui.grow}`}>
        <p>{t('form.keptHere')}</p>
        {texts.map(({ label, words }, place) => (
          <TextField key={place} label={label} value={words} isReadOnly rows={4} />
        ))}
        <div className={ui.row}>
          <Button onPress={discard}>{t('form.discard')}</Button>
        </div>
      </div>
    </Notice>
  );
}

interface UnreadProps {
  id: number;
  error: unknown;
  onRetry(): void;
}

export const UnreadArtifact = ({ id, error, onRetry }: UnreadProps): ReactNode => (
  <>
    <Unread asked={{ artifact: id }} error={error} onRetry={onRetry} />
    {isRefusedWith(error, 403, 404) && <SavedDrafts key={id} id={id} />}
  </>
);
