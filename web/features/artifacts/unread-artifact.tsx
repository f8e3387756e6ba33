// An artifact that can't be opened, with what somebody typed into it while it could, as this browser keeps it.
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { isRefusedWith } from '../../platform/api.ts';
import { createDrafts } from '../../platform/drafts.ts';
import type { Drafts } from '../../platform/drafts.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Unread } from '../../ui/closed/unread.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/states.tsx';
import ui from '../../ui/ui.module.css';
import { readDraft } from './form/keeping/drafts.ts';
import { readCommentDraft } from './talk/comment-draft.ts';

function readTexts(drafts: Drafts, things: { form: string; comment: string }): { label: string; words: string }[] {
  const { lost, comment } = readDraft(drafts.read(things.form)?.value, () => false);
  const { text } = readCommentDraft(drafts.read(things.comment)?.value);
  const comments = [
    { label: t('form.comment'), words: comment },
    { label: t('artifacts.comment'), words: text },
  ];
  return [...lost, ...comments].filter(({ words }) => words !== '');
}

function KeptTexts({ id }: { id: number }): ReactNode {
  const person = useSelf()?.username ?? '';
  const drafts = useMemo(() => createDrafts(localStorage, person), [person]);
  const things = { form: `artifact.${id}`, comment: `comment.${id}` };
  const [texts, setTexts] = useState(() => readTexts(drafts, things));
  if (texts.length === 0) return null;
  const discard = (): void => {
    for (const thing of Object.values(things)) drafts.drop(thing);
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
    {isRefusedWith(error, 403, 404) && <KeptTexts key={id} id={id} />}
  </>
);
