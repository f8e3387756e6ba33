// A pull request by what it says, who reviews it, how it stands, and what was said and happened.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { isPullEvent, pullEvents } from '../../../platform/names/pull-events.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { MarkdownField } from '../../../ui/markdown/markdown-field.tsx';
import { PeopleField, personChoice } from '../../../ui/pickers/people-pickers.tsx';
import { ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { Markup } from '../../../ui/markdown/markup.tsx';
import { Person } from '../../../ui/avatar.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import { LabelsPart } from './labels-part.tsx';
import { answerLine, changePull, sayIt, setReviewers, timelineQuery } from './pull-requests.queries.ts';
import type { PullRequest, TimelineEntry } from './pull-requests.queries.ts';
import css from './pull-requests.module.css';
import { CommentBox } from './comment-box.tsx';
import { ThreadView } from './thread-view.tsx';
import { ApplyTogether, useSuggestions } from './suggestions.tsx';
import { ReviewStatus } from './review-status.tsx';
import { isOnLine, isSaid, threadsOf } from './threads.ts';
import { Reviews } from './reviews.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

interface Props {
  pull: PullRequest;
  projectId: number | undefined;
}

function Happened({ entry }: { entry: TimelineEntry }): ReactNode {
  const who = entry.user === null ? null : <Person person={entry.user} />;
  if ('event_type' in entry)
    return (
      <p className={css.happened}>
        {who} {isPullEvent(entry.event_type) ? t(pullEvents[entry.event_type]) : entry.event_type}{' '}
        <When iso={entry.post_date} />
      </p>
    );
  if (!('added_reviewers' in entry)) return null;
  const names = (people: readonly { display_name: string }[]): string =>
    people.map(({ display_name: name }) => name).join(', ');
  const { added_reviewers: added, removed_reviewers: removed } = entry;
  return (
    <p className={css.happened}>
      {who}{' '}
      {[
        ...(added.length > 0 ? [t('pulls.reviewersAdded', { names: names(added) })] : []),
        ...(removed.length > 0 ? [t('pulls.reviewersRemoved', { names: names(removed) })] : []),
      ].join(' ')}{' '}
      <When iso={entry.post_date} />
    </p>
  );
}

function Timeline({ pull, projectId }: Props): ReactNode {
  const { data, error } = useQuery(timelineQuery(pull.id));
  const suggest = useSuggestions(pull);
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return <Loading />;
  const onLines = new Map(threadsOf(data.filter(isOnLine)).map((thread) => [thread.first.id, thread]));
  const plain = new Map(
    threadsOf(data.filter((one) => isSaid(one) && !isOnLine(one)).filter(isSaid)).map((thread) => [
      thread.first.id,
      thread,
    ]),
  );
  return (
    <>
      <ol className={css.timeline} aria-label={t('pulls.timeline')}>
        {data.map((entry, index) => {
          if (!isSaid(entry))
            return (
              <li key={`${entry.type} ${index}`}>
                <Happened entry={entry} />
              </li>
            );
          const isLine = isOnLine(entry);
          const thread = (isLine ? onLines : plain).get(entry.id);
          if (thread === undefined) return null;
          return (
            <li key={`${entry.type} ${entry.id}`}>
              <ThreadView
                pull={pull}
                thread={thread}
                projectId={projectId}
                suggest={suggest}
                about={isLine ? entry.file_path : undefined}
                onAnswer={(first, text) => (isLine ? answerLine(first.id, text) : sayIt(pull.id, text, first.id))}
              />
            </li>
          );
        })}
      </ol>
      <ApplyTogether tools={suggest} />
    </>
  );
}

function Edit({ pull, projectId, onClose }: Props & { onClose(): void }): ReactNode {
  const [title, setTitle] = useState(pull.raw_title);
  const [text, setText] = useState(pull.raw_description);
  return (
    <FormDialog
      title={t('pulls.edit')}
      action={t('ui.save')}
      isWide
      isHeld
      isReady={title.trim() !== ''}
      invalidates={[['pull', pull.id]]}
      toast=""
      onClose={onClose}
      send={() => changePull(pull.id, { title, description: text, description_format: 'commonmark' })}
    >
      <TextField label={t('pulls.title')} value={title} onChange={setTitle} isRequired autoFocus />
      <MarkdownField label={t('pulls.description')} value={text} onChange={setText} projectId={projectId} rows={8} />
    </FormDialog>
  );
}

function ReviewersPart({ pull }: { pull: PullRequest }): ReactNode {
  const { submit, problem } = useSubmit({ invalidates: [['pull', pull.id]] });
  if (pull.status !== 'review' || !pull.user_can_update_title_and_description)
    return (
      <section aria-label={t('pulls.reviewers')}>
        <h2 className={ui.label}>{t('pulls.reviewers')}</h2>
        {pull.reviewers.length === 0 && <p className={ui.faint}>{t('pulls.noReviewers')}</p>}
        <ul className={ui.stack}>
          {pull.reviewers.map((person) => (
            <li key={person.id}>
              <Person person={person} />
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <PeopleField
      label={t('pulls.reviewers')}
      people={pull.reviewers.flatMap((person) =>
        person.id === null ? [] : [personChoice({ ...person, id: person.id })],
      )}
      error={problem}
      onChange={(people) => {
        const ids = people.map(({ id }) => Number(id));
        void submit(() => setReviewers(pull.id, ids));
      }}
    />
  );
}

export function Overview({ pull, projectId }: Props): ReactNode {
  const queryClient = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const area = useRef<HTMLElement>(null);
  const shortcuts = useMemo(
    () => [
      { keys: 'r', label: 'pulls.key.comment' as const, run: () => area.current?.focus() },
      { keys: 'e', label: 'pulls.key.edit' as const, run: () => setEditing(true) },
    ],
    [],
  );
  useShortcuts(shortcuts);
  const mayEdit = pull.user_can_update_title_and_description;
  return (
    <div className={css.columns}>
      <div className={ui.stack}>
        <section className={`${ui.card} ${css.description}`} aria-label={t('pulls.description')}>
          {pull.raw_description === '' ? (
            <p className={ui.faint}>{t('pulls.noDescription')}</p>
          ) : (
            <Markup html={pull.post_processed_description} />
          )}
          {mayEdit && (
            <div>
              <Button tone="quiet" onPress={() => setEditing(true)}>
                {t('pulls.edit')}
              </Button>
            </div>
          )}
        </section>
        <Timeline pull={pull} projectId={projectId} />
        <CommentBox
          thing={`pull.${pull.id}`}
          label={t('pulls.comment')}
          projectId={projectId}
          areaRef={area}
          onSend={(text) => sayIt(pull.id, text, undefined)}
          onSent={() => queryClient.invalidateQueries({ queryKey: ['pull', pull.id] })}
        />
      </div>
      <div className={ui.stack}>
        <ReviewStatus pull={pull} />
        <Reviews pull={pull} />
        <ReviewersPart pull={pull} />
        <LabelsPart pull={pull} />
      </div>
      {isEditing && mayEdit && <Edit pull={pull} projectId={projectId} onClose={() => setEditing(false)} />}
    </div>
  );
}
