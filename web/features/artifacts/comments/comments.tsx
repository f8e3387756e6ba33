// Everything that people said about an artifact and did with it, in one stream, and at its end the place to say something.
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import type { Schemas } from '../../../platform/api.ts';
import { unsentOf } from '../../../platform/drafts/drafts.ts';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { leaveForm } from '../../../platform/keyboard/typing.ts';
import { useShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { append, quote } from '../../../ui/markdown/markdown-edits.ts';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { saveArtifact, saveWithFiles } from '../artifact.queries.ts';
import { namedIn } from '../../../ui/files/named-files.ts';
import { CannedResponses } from './canned.tsx';
import { useCommentDraft } from './comment-draft.ts';
import { CommentEditor } from './comment-editor.tsx';
import { textOf } from './entry-text.ts';
import type { CommentDraft } from './comment-draft.ts';
import { Composer } from './composer.tsx';
import { BatchEntry } from './entry.tsx';
import type { EntryActions } from './entry.tsx';
import { foldBatches } from './stream.ts';
import css from './comments.module.css';
import { anchorOf, changesetIn } from './comment-search.ts';
import { mailedQuery, pageSize, streamQuery } from './comments.queries.ts';
import type { Entry } from './comments.queries.ts';
import { fieldIs } from '../../fields/index.ts';
import { Link } from '../../../ui/link.tsx';

const route = getRouteApi('/artifacts/$id');
const noDraft: CommentDraft = { text: '', groups: [] };

/** Filter and order, kept in the address. */
function Bar(): ReactNode {
  const { show, order } = route.useSearch();
  const filters = [
    { id: undefined, label: t('talk.all') },
    { id: 'comments', label: t('talk.comments') },
    { id: 'changes', label: t('talk.onlyChanges') },
  ] as const;
  const isNewestFirst = order === 'desc';
  return (
    <div className={css.bar}>
      <h2 id="talk">{t('talk.title')}</h2>
      <div className={ui.row}>
        <nav className={css.filter} aria-label={t('talk.filter')}>
          {filters.map(({ id, label }) => (
            <Link
              key={label}
              from="/artifacts/$id"
              search={(before) => ({ ...before, show: id })}
              replace
              resetScroll={false}
              data-current={show === id}
            >
              {label}
            </Link>
          ))}
        </nav>
        <Link
          from="/artifacts/$id"
          search={(before) => ({ ...before, order: isNewestFirst ? undefined : 'desc' })}
          replace
          resetScroll={false}
          className={`${ui.button} ${ui.quiet}`}
        >
          {isNewestFirst ? <ArrowDownWideNarrow aria-hidden="true" /> : <ArrowUpNarrowWide aria-hidden="true" />}
          {isNewestFirst ? t('talk.newestFirst') : t('talk.oldestFirst')}
        </Link>
      </div>
    </div>
  );
}

/** Reads on until the entry is there that the address leads to, and shows it. */
function useTarget(entries: readonly Entry[], isMore: boolean, readOn: () => void): number | undefined {
  const target = changesetIn(useLocation({ select: ({ hash }) => hash }));
  const isThere = entries.some(({ id }) => id === target);
  useEffect(() => {
    if (target === undefined) return;
    if (isThere) document.querySelector(`#${anchorOf(target)}`)?.scrollIntoView({ block: 'center' });
    else if (isMore) readOn();
  }, [target, isThere, isMore, readOn, entries.length]);
  return target;
}

function useStream(id: number) {
  const search = route.useSearch();
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...streamQuery(id, search),
    placeholderData: keepPreviousData,
  });
  const entries = useMemo(() => {
    const all = data?.pages.flatMap((page) => page.entries) ?? [];
    return search.show === 'changes'
      ? all
          .filter(({ changes, isFirst }) => changes.length > 0 || isFirst)
          .map((entry) => ({ ...entry, isSaid: false }))
      : all;
  }, [data, search.show]);
  const isMore = hasNextPage && !isFetching;
  const readOn = useMemo(() => () => void fetchNextPage(), [fetchNextPage]);
  const size = data?.pages[0]?.size ?? 0;
  const earlier = hasNextPage ? size - (data?.pages.length ?? 0) * pageSize : 0;
  return { isRead: data !== undefined, entries, error, refetch, earlier, isMore, readOn };
}

interface StreamProps {
  id: number;
  actions: EntryActions;
  stream: ReturnType<typeof useStream>;
  /** Of the entry that is being edited. */
  editing: number | undefined;
  renderEditor(entry: Entry): ReactNode;
}

function Stream({ id, actions, stream, editing, renderEditor }: StreamProps): ReactNode {
  const { isRead, entries, error, refetch, earlier, isMore, readOn } = stream;
  const { order } = route.useSearch();
  const { data: mailed } = useQuery(mailedQuery(id));
  const target = useTarget(entries, isMore, readOn);
  const batches = useMemo(() => foldBatches(order === 'desc' ? entries : entries.toReversed()), [entries, order]);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!isRead) return <Loading />;
  const more = earlier > 0 && (
    <div>
      <Button onPress={readOn}>{t('talk.earlier', { count: earlier })}</Button>
    </div>
  );
  return (
    <>
      {batches.length === 0 && <p className={ui.soft}>{t('talk.nothing')}</p>}
      {order !== 'desc' && more}
      <ol className={css.stream} aria-labelledby="talk">
        {batches.map((batch) => {
          const [entry] = batch.entries;
          return (
            <BatchEntry
              key={batch.id}
              batch={batch}
              actions={actions}
              isMailed={mailed?.has(batch.id) === true}
              isTarget={batch.id === target}
              {...(entry !== undefined && entry.id === editing ? { editor: renderEditor(entry) } : {})}
            />
          );
        })}
      </ol>
      {order === 'desc' && more}
    </>
  );
}

interface Props {
  artifact: Schemas['Artifact'];
}

/** People who are named here before others: who wrote, who is assigned, who takes part. */
const useNearby = ({ submitted_by_user: author, assignees }: Schemas['Artifact'], entries: readonly Entry[]) =>
  useMemo(
    () =>
      [author, ...assignees, ...entries.flatMap(({ changeset }) => changeset.submitted_by_details ?? [])].filter(
        ({ username }, index, all) => all.findIndex((one) => one.username === username) === index,
      ),
    [author, assignees, entries],
  );

/** The field that takes pictures of comments. */
const fileFieldOf = ({ tracker }: Schemas['Artifact']) =>
  'fields' in tracker
    ? tracker.fields.find((field) => fieldIs.files(field) && field.permissions.includes('update'))
    : undefined;

/** With the pictures that it shows. */
async function sendComment(
  artifactId: number,
  fileFieldId: number | undefined,
  { text, groups, files }: CommentDraft,
): Promise<void> {
  const comment = { body: text, format: 'commonmark', ugroups: groups.map((group) => ({ id: group })) };
  const shown = namedIn(text, files ?? []);
  if (fileFieldId === undefined || shown.length === 0)
    await saveArtifact(artifactId, undefined, { values: [], comment });
  else await saveWithFiles(artifactId, fileFieldId, shown, comment);
}

/** What somebody wrote who may not comment any more. */
function Unsent({ text, onDiscard }: { text: string; onDiscard(): void }): ReactNode {
  if (text === '') return null;
  return (
    <Notice kind="warning">
      <div className={ui.grow}>
        <TextField label={t('talk.closed')} value={text} isReadOnly rows={4} />
      </div>
      <Button onPress={onDiscard}>{t('form.discard')}</Button>
    </Notice>
  );
}

/** What of a draft somebody wrote while `sent` was on its way. */
function withoutSent(draft: CommentDraft, sent: CommentDraft): CommentDraft {
  const text = unsentOf(draft.text, sent.text);
  const sentFiles = namedIn(sent.text, sent.files ?? []);
  const files = (draft.files ?? []).filter((file) => !sentFiles.includes(file));
  return text === '' ? noDraft : { ...draft, text, files };
}

export function Comments({ artifact }: Props): ReactNode {
  const { id, project, tracker, allowed_actions: may } = artifact;
  const self = useSelf();
  const queryClient = useQueryClient();
  const [area, stream] = [useRef<HTMLElement>(null), useStream(id)];
  const [username, selfId] = [self?.username ?? '', self?.id];
  const [editing, setEditing] = useState<number>();
  const [draft, setDraft] = useCommentDraft(`comment.${id}`, username, noDraft);
  const latest = useRef({ draft, setDraft });
  latest.current = { draft, setDraft };
  const add = useCallback((text: string): void => {
    const now = latest.current;
    now.setDraft({ ...now.draft, text: append(now.draft.text, text) });
    area.current?.focus();
  }, []);
  const actions = useMemo(
    (): EntryActions => ({
      quote: (entry) => add(quote(textOf(entry))),
      edit: (entry) => setEditing(entry.id),
      selfId,
    }),
    [add, selfId],
  );
  useShortcuts(useMemo(() => [{ keys: 'm', label: 'talk.key.comment', run: () => area.current?.focus() }], []));
  const nearby = useNearby(artifact, stream.entries);
  const [mayBePrivate, fileField] = [may?.can_comment_privately === true, fileFieldOf(artifact)];
  const send = async (written: CommentDraft): Promise<void> => {
    await sendComment(id, fileField?.field_id, written);
    setDraft(withoutSent(latest.current.draft, written));
    if (latest.current.draft.text === written.text) leaveForm(area.current);
    await queryClient.invalidateQueries({ queryKey: ['/artifacts', id] });
  };
  const isBoxFirst = route.useSearch().order === 'desc';
  const box = (
    <>
      {may?.can_comment === true && (
        <Composer
          label={t('artifacts.comment')}
          sendLabel={t('artifacts.send')}
          projectId={project.id}
          draft={draft}
          onDraft={setDraft}
          onSend={send}
          nearby={nearby}
          mayBePrivate={mayBePrivate}
          areaRef={area}
          fileField={fileField}
          more={<CannedResponses trackerId={tracker.id} onChoose={add} />}
        />
      )}
      {may?.can_comment === false && <Unsent text={draft.text} onDiscard={() => setDraft(noDraft)} />}
    </>
  );
  const renderEditor = (entry: Entry): ReactNode => (
    <CommentEditor
      artifactId={id}
      projectId={project.id}
      entry={entry}
      username={username}
      mayBePrivate={mayBePrivate}
      onClose={() => setEditing(undefined)}
    />
  );
  return (
    <section className={ui.stack}>
      <Bar />
      {isBoxFirst && box}
      <Stream id={id} actions={actions} stream={stream} editing={editing} renderEditor={renderEditor} />
      {!isBoxFirst && box}
    </section>
  );
}
