// A comment and what was answered to it.
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { t } from '../../../platform/i18n.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import { useSelf } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Markup } from '../../../ui/markdown/markup.tsx';
import { Person } from '../../../ui/avatar.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import code from '../code.module.css';
import css from './pull-requests.module.css';
import { resolveThread, rewrite } from './pull-requests.queries.ts';
import type { PullRequest } from './pull-requests.queries.ts';
import { CommentBox } from './comment-box.tsx';
import { Suggestions } from './suggestions.tsx';
import type { SuggestionTools } from './suggestions.tsx';
import { isOnLine, threadAnchor } from './threads.ts';
import type { Said, Thread } from './threads.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Link } from '../../../ui/link.tsx';

interface Props {
  pull: PullRequest;
  thread: Thread<Said>;
  projectId: number | undefined;
  /** What it is about, where that is a line. */
  about?: string | undefined;
  /** Whether it is what somebody came for: it is open, in view and has the focus. */
  isWanted?: boolean;
  onAnswer(first: Said, text: string): Promise<unknown>;
  /** What can be done with suggestions. */
  suggest: SuggestionTools;
}

interface OneProps {
  pull: PullRequest;
  said: Said;
  projectId: number | undefined;
  suggest: SuggestionTools;
}

function One({ pull, said, projectId, suggest }: OneProps): ReactNode {
  const queryClient = useQueryClient();
  const self = useSelf();
  const [isEditing, setEditing] = useState(false);
  // Plain text is not changed (docs/pull-requests.md).
  const mayEdit = self?.id === said.user.id && said.format === 'commonmark';
  if (isEditing)
    return (
      <CommentBox
        thing={`pull-edit.${said.type}.${said.id}`}
        label={t('pulls.editComment')}
        sendLabel={t('ui.save')}
        initial={said.raw_content}
        projectId={projectId}
        autoFocus
        onSend={(text) => rewrite(said, text)}
        onSent={() => queryClient.invalidateQueries({ queryKey: ['pull', pull.id] })}
        onClose={() => setEditing(false)}
      />
    );
  return (
    <article className={css.said}>
      <header className={css.saidHead}>
        <span className={`${ui.row} ${ui.grow}`}>
          <Person person={said.user} />
          <span className={`${ui.faint} ${ui.small}`}>
            <When iso={said.post_date} />
            {said.last_edition_date !== null && ` · ${t('pulls.edited')}`}
          </span>
        </span>
        {mayEdit && (
          <Button tone="quiet" isIcon aria-label={t('pulls.editComment')} onPress={() => setEditing(true)}>
            <Pencil aria-hidden="true" size={14} />
          </Button>
        )}
      </header>
      <Markup html={said.post_processed_content} />
      {isOnLine(said) && <Suggestions said={said} tools={suggest} />}
    </article>
  );
}

/** What a resolved thread is folded up to. */
function Resolved({
  resolution,
  about,
  isShown,
  isFocused,
  onShow,
}: {
  resolution: NonNullable<Said['resolution']>;
  about: string | undefined;
  isShown: boolean;
  isFocused: boolean;
  onShow(isShown: boolean): void;
}): ReactNode {
  const Chevron = isShown ? ChevronDown : ChevronRight;
  const { user } = resolution;
  return (
    <button
      type="button"
      className={`${code.fold} ${ui.small}`}
      aria-expanded={isShown}
      autoFocus={isFocused}
      onClick={() => onShow(!isShown)}
    >
      <Chevron aria-hidden="true" size={15} />
      <span>
        {user === null ? t('pulls.resolved') : t('pulls.resolvedBy', { name: writeName(user.display_name) })}
        {about !== undefined && <span className={ui.faint}> {about}</span>}
      </span>
    </button>
  );
}

/** Whoever may change the title of the pull request, or began the thread, resolves it. */
function useResolving(pull: PullRequest, first: Said) {
  const self = useSelf();
  const { submit, isSending } = useSubmit({ invalidates: [['pull', pull.id]], errors: 'toast' });
  return {
    mayResolve: self !== undefined && (pull.user_can_update_title_and_description || first.user.id === self.id),
    isSending,
    resolve: (isResolved: boolean): Promise<boolean> => submit(() => resolveThread(first, isResolved)),
  };
}

/** Where a comment stands among what changed; what is outdated stands nowhere. */
function About({ pull, first, path }: { pull: PullRequest; first: Said; path: string }): ReactNode {
  const isOutdated = 'is_outdated' in first && first.is_outdated;
  return (
    <p className={`${ui.faint} ${ui.small}`}>
      {isOutdated ? (
        <>
          {path} <Badge>{t('pulls.outdated')}</Badge>
        </>
      ) : (
        <Link
          to="/pull-requests/$id"
          params={{ id: String(pull.id) }}
          search={{ tab: 'changes' }}
          hash={threadAnchor(first.id)}
        >
          {path}
        </Link>
      )}
    </p>
  );
}

export function ThreadView({ pull, thread, projectId, about, isWanted = false, onAnswer, suggest }: Props): ReactNode {
  const { first, answers } = thread;
  const queryClient = useQueryClient();
  const [isAnswering, setAnswering] = useState(false);
  const [isShown, setShown] = useState(isWanted);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  const [hasResolved, setResolved] = useState(false);
  const { mayResolve, isSending, resolve } = useResolving(pull, first);
  const isSignedIn = useSelf() !== undefined;
  const { resolution } = first;
  return (
    <section ref={place} className={`${ui.card} ${css.thread}`} tabIndex={-1} data-thread="">
      {resolution !== null && (
        <Resolved resolution={resolution} about={about} isShown={isShown} isFocused={hasResolved} onShow={setShown} />
      )}
      {(resolution === null || isShown) && (
        <>
          {about !== undefined && <About pull={pull} first={first} path={about} />}
          {[first, ...answers].map((said) => (
            <One key={said.id} {...{ pull, said, projectId, suggest }} />
          ))}
          {isAnswering && (
            <CommentBox
              thing={`pull-answer.${first.type}.${first.id}`}
              label={t('pulls.answer')}
              projectId={projectId}
              autoFocus
              onSend={(text) => onAnswer(first, text)}
              onSent={() => queryClient.invalidateQueries({ queryKey: ['pull', pull.id] })}
              onClose={() => setAnswering(false)}
            />
          )}
          {isSignedIn && (
            <div className={ui.row}>
              {!isAnswering && (
                <Button tone="quiet" onPress={() => setAnswering(true)}>
                  {t('pulls.answer')}
                </Button>
              )}
              {mayResolve && (
                <Button
                  tone="quiet"
                  aria-disabled={isSending}
                  onPress={() => {
                    if (isSending) return;
                    setShown(false);
                    setResolved(true);
                    void resolve(resolution === null);
                  }}
                >
                  {t(resolution === null ? 'pulls.resolve' : 'pulls.unresolve')}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </section>
  );
}
