// What people said, newest first, and a place to say something, kept until the server has it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { createDrafts } from '../../platform/drafts.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { MarkdownField } from '../../ui/markdown-field.tsx';
import { describeError, ErrorState, Loading, Notice } from '../../ui/states.tsx';
import { Markup, Person, When } from '../../ui/things.tsx';
import ui from '../../ui/ui.module.css';
import css from './artifact.module.css';
import { historyQuery, saveArtifact } from './artifact.queries.ts';

function useDraft(thing: string, person: string) {
  const drafts = useMemo(() => createDrafts(localStorage, person), [person]);
  const [text, setText] = useState(() => {
    const kept = drafts.read(thing)?.value;
    return typeof kept === 'string' ? kept : '';
  });
  const change = (next: string): void => {
    setText(next);
    if (next === '') drafts.drop(thing);
    else drafts.save(thing, next);
  };
  return [text, change] as const;
}

/** Where a comment is written. A comment concerns no value, so that nobody who was quicker is in its way. */
export function CommentBox({ id, projectId }: { id: number; projectId: number }): ReactNode {
  const queryClient = useQueryClient();
  const self = useSelf();
  const [text, setText] = useDraft(`comment.${id}`, self?.username ?? '');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      setBusy(false);
    }
  };
  const send = (): Promise<void> =>
    attempt(async () => {
      await saveArtifact(id, undefined, { values: [], comment: { body: text, format: 'commonmark' } });
      setText('');
      await queryClient.invalidateQueries({ queryKey: ['/artifacts', id] });
    });
  return (
    <form
      className={`${ui.card} ${css.comment}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <MarkdownField
        label={t('artifacts.comment')}
        value={text}
        onChange={setText}
        projectId={projectId}
        hint={t('artifacts.markdown')}
        onSend={() => text.trim() !== '' && void send()}
      />
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.row}>
        <Button type="submit" tone="primary" isDisabled={isBusy || text.trim() === ''}>
          {t('artifacts.send')}
        </Button>
      </div>
    </form>
  );
}

export function Comments({ id }: { id: number }): ReactNode {
  const { data, error, refetch } = useQuery(historyQuery(id));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const said = data.data.filter(({ last_comment: comment }) => comment.body !== '');
  if (said.length === 0) return <p className={ui.soft}>{t('artifacts.noComments')}</p>;
  return (
    <ol className={ui.stack}>
      {said.map(({ id: changeset, submitted_by_details: by, submitted_on: on, last_comment: comment }) => (
        <li key={changeset} className={`${ui.card} ${css.comment}`}>
          <div className={ui.row}>
            {by !== null && <Person person={by} />}
            <span className={`${ui.faint} ${ui.small}`}>
              <When iso={on} />
            </span>
            {comment.ugroups !== null && <span className={ui.badge}>{t('artifacts.private')}</span>}
          </div>
          {comment.format === 'text' ? (
            <p className={ui.plain}>{comment.body}</p>
          ) : (
            <Markup html={comment.post_processed_body} />
          )}
        </li>
      ))}
    </ol>
  );
}
