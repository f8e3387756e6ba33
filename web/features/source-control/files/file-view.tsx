// A file: its text with colours, a picture, or what it is where it can't be shown; who wrote its lines.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { isRefusedWith } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { say } from '../../../ui/feedback/toasts.tsx';
import { describeError, Empty, ErrorState, Loading, useLoading } from '../../../ui/feedback/async-states.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../code.module.css';
import { readLines } from '../code-search.ts';
import { blameQuery, commitQuery, fileQuery, rawUrl } from '../source-control.queries.ts';
import { findStarts } from './blame-starts.ts';
import { CodeLines, linesOf } from './code-lines.tsx';
import { Content } from './file-content.tsx';
import { ReadText } from './readme-view.tsx';
import { isMarkdown } from './readme.ts';
import { Link } from '../../../ui/link.tsx';

interface Props {
  id: number;
  projectId: number | undefined;
  reference: string;
  path: string;
  view?: 'blame' | 'source' | undefined;
}

function Blame({ id, reference, path, text }: Props & { text: string }): ReactNode {
  const [focus] = useState(() => readLines(window.location.hash)?.first);
  const { data, error } = useQuery(blameQuery(id, reference, path));
  useLoading(data === undefined && error === null);
  const beside = useMemo(() => {
    const commits = new Map(data?.commits.map((commit) => [commit.id, commit]));
    const authors = [...findStarts(data?.ranges ?? [], focus)].flatMap(([line, hash]) => {
      const commit = commits.get(hash);
      return commit === undefined ? [] : [[line, <Author key={line} id={id} commit={commit} />] as const];
    });
    return new Map(authors);
  }, [id, data, focus]);
  if (error !== null) return <ErrorState error={error} />;
  return <CodeLines path={path} text={text} beside={beside} isWaiting={data === undefined} />;
}

/** By which commit a line came. */
const Author = ({ id, commit }: { id: number; commit: Schemas['GitShortCommit'] }): ReactNode => (
  <span className={css.blame}>
    <Link
      to="/repositories/$id/commits/$commit"
      params={{ id: String(id), commit: commit.id }}
      title={`${commit.title} – ${commit.author_name}`}
    >
      {commit.title}
    </Link>
    <When iso={commit.authored_date} />
  </span>
);

interface FileHeadProps extends Props {
  /** undefined where it is no text. */
  text: string | undefined;
  sizeBytes: number;
  isLargeFile: boolean;
  go(view: Props['view']): void;
  /** The address is to name the commit in the place of the branch. */
  onPin(): void;
}

const isHash = (reference: string): boolean => /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(reference);

function FileHead({ id, reference, path, view, text, sizeBytes, isLargeFile, go, onPin }: FileHeadProps): ReactNode {
  return (
    <div className={css.fileHead}>
      <span className={ui.soft}>
        {text !== undefined && `${t('code.lines', { count: linesOf(text).length })} · `}
        {t('code.bytes', { count: sizeBytes })}
        {isLargeFile && ` · ${t('code.largeFile')}`}
      </span>
      <div className={ui.row}>
        {text !== undefined && isMarkdown(path) && (
          <Button onPress={() => go(view === undefined ? 'source' : undefined)}>
            {t(view === undefined ? 'code.source' : 'code.rendered')}
          </Button>
        )}
        {text !== undefined && !isLargeFile && (
          <Button onPress={() => go(view === 'blame' ? undefined : 'blame')}>
            {t(view === 'blame' ? 'code.noBlame' : 'code.blame')}
          </Button>
        )}
        {!isHash(reference) && (
          <Button aria-keyshortcuts="y" onPress={onPin}>
            {t('code.permalink')}
          </Button>
        )}
        {text !== undefined && <Button onPress={() => void copyText(text, t('code.copied'))}>{t('code.copy')}</Button>}
        <Link
          to="/repositories/$id/commits"
          params={{ id: String(id) }}
          search={{ ref: reference, path }}
          className={css.asButton}
        >
          {t('code.history')}
        </Link>
        <Link className={css.asButton} href={rawUrl(id, reference, path)}>
          {t('code.raw')}
        </Link>
      </div>
    </div>
  );
}

/** What no address can name is listed in its folder all the same. */
export const NoFile = ({ path, reference }: Pick<Props, 'path' | 'reference'>): ReactNode =>
  /[\uFFFD\n]/.test(path) ? (
    <Empty title={t('code.oddName')}>
      <p>{t('code.oddNameText')}</p>
    </Empty>
  ) : (
    <Empty title={t('code.noFile')}>
      <p>{t('code.noFileText', { path, name: reference })}</p>
    </Empty>
  );

/** Has the address name the commit, whose files stay as they are. */
function usePin({ id, reference, path, view }: Props): () => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const pin = async (): Promise<void> => {
    const { id: commit } = await queryClient.fetchQuery(commitQuery(id, reference));
    await navigate({
      to: '/repositories/$id',
      params: { id: String(id) },
      search: { ref: commit, path, ...(view === undefined ? {} : { view }) },
      hash: true,
      replace: true,
    });
  };
  return () => void pin().catch((problem: unknown) => say('error', describeError(problem)));
}

export function FileView(props: Props): ReactNode {
  const { id, reference, path, view } = props;
  const { data, error, refetch } = useQuery(fileQuery(id, reference, path));
  const navigate = useNavigate();
  const go = (next: Props['view']): void =>
    void navigate({
      to: '/repositories/$id',
      params: { id: String(id) },
      search: { ref: reference, path, ...(next === undefined ? {} : { view: next }) },
    });
  const onPin = usePin(props);
  const shortcuts = useMemo(
    () => [
      { keys: 'b', label: 'code.key.blame' as const, run: () => go(view === 'blame' ? undefined : 'blame') },
      { keys: 'y', label: 'code.key.permalink' as const, run: onPin },
    ],
    [view, path, reference],
  );
  useShortcuts(shortcuts);
  if (isRefusedWith(error, 404)) return <NoFile path={path} reference={reference} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={8} />;
  const text = data.kind === 'text' ? data.text : undefined;
  const isShownAsText = isMarkdown(path) && text !== undefined && view === undefined;
  return (
    <section className={ui.card} aria-label={path}>
      <FileHead
        {...props}
        text={text}
        sizeBytes={data.sizeBytes}
        isLargeFile={data.isLargeFile === true}
        go={go}
        onPin={onPin}
      />
      {isShownAsText ? (
        <ReadText {...props} />
      ) : view === 'blame' && text !== undefined && data.isLargeFile !== true ? (
        <Blame {...props} text={text} />
      ) : (
        <Content
          path={path}
          content={data}
          url={rawUrl(id, reference, path)}
          savedUrl={rawUrl(id, reference, path, true)}
        />
      )}
    </section>
  );
}
