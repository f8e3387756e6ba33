// What changed between two commits, file by file: in one column or two, long ones when asked for.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { t } from '../../../platform/i18n.ts';
import type { PlainKey } from '../../../platform/i18n.ts';
import { keep, readStored } from '../../../platform/storage/browser-storage.ts';
import { Button } from '../../../ui/button.tsx';
import { MoreOnScroll } from '../../../ui/layout/infinite-scroll.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../code.module.css';
import { differenceQuery, fileDifferenceQuery } from '../source-control.queries.ts';
import type { DifferenceSource, FileDifference } from '../source-control.queries.ts';
import { SideBySide, Unified } from './difference-table.tsx';
import type { LineTalk } from './line-talk.ts';
import type { FindBytes } from './whole-files.tsx';
import { WholeFile } from './whole-files.tsx';
import { useDifferenceKeys } from './use-difference-keys.ts';
import type { ViewedFiles } from './viewed-files.ts';

interface Props {
  source: DifferenceSource;
  talk?: LineTalk;
  /** Where marks are kept of what was looked at. */
  viewed?: ViewedFiles;
  /** Of a file that is to be read up to, and open. */
  wantedPath?: string | undefined;
}

/** Of files that are open at once. */
const linesOpenMax = 1000;

const nameOf = ({ path, old_path: before }: FileDifference): string => (before === null ? path : `${before} → ${path}`);

const kinds: ReadonlyMap<string, PlainKey> = new Map([
  ['A', 'code.added'],
  ['C', 'code.copiedFrom'],
  ['D', 'code.removed'],
  ['R', 'code.renamed'],
  ['T', 'code.retyped'],
  ['X', 'code.replaced'],
]);

function kindOf(status: string): string {
  const kind = kinds.get(status);
  return kind === undefined ? '' : t(kind);
}

/** Why a file among those that changed has no lines to show: one that came or went was empty. */
function describeNoLines({ status, old_mode: before, new_mode: after }: FileDifference): string {
  if (status === 'A' || status === 'D') return t('code.emptyFile');
  return before === after ? t('code.noLines') : t('code.modeChanged', { before, after });
}

function Lines({
  file,
  isSplit,
  talk,
  findBytes,
}: {
  file: FileDifference;
  isSplit: boolean;
  talk: LineTalk | undefined;
  findBytes: FindBytes | undefined;
}): ReactNode {
  if (file.left_out === 'binary' || file.large_file !== undefined)
    return <WholeFile file={file} findBytes={findBytes} />;
  if (file.hunks.length === 0) return <p className={css.hint}>{file.note ?? describeNoLines(file)}</p>;
  return isSplit ? <SideBySide file={file} talk={talk} /> : <Unified file={file} talk={talk} />;
}

/** A file whose lines were left out, because they are many. */
function Large({
  source,
  path,
  isAsked,
  ...props
}: Props & {
  path: string;
  /** Whether its lines are asked for from the beginning. */
  isAsked: boolean;
  isSplit: boolean;
  talk: LineTalk | undefined;
  findBytes: FindBytes | undefined;
}): ReactNode {
  const [isWanted, setWanted] = useState(isAsked);
  const { data, error } = useQuery({ ...fileDifferenceQuery(source, path), enabled: isWanted });
  if (error !== null) return <ErrorState error={error} />;
  if (!isWanted)
    return (
      <div className={css.hint}>
        <Button onPress={() => setWanted(true)}>{t('code.showLarge')}</Button>
      </div>
    );
  if (data === undefined) return <Loading />;
  if (data.left_out === 'large') return <p className={css.hint}>{t('code.tooLarge')}</p>;
  return <Lines file={data} {...props} />;
}

function FilePart({
  source,
  file,
  isSplit,
  talk,
  viewed,
  isWanted,
  findBytes,
}: {
  file: FileDifference;
  isSplit: boolean;
  isWanted: boolean;
  source: DifferenceSource;
  talk: LineTalk | undefined;
  findBytes: FindBytes | undefined;
  viewed: ViewedFiles | undefined;
}): ReactNode {
  const state = viewed?.stateOf(file);
  const [chosen, setOpen] = useState(isWanted ? true : undefined);
  const isShort = (file.lines_added ?? 0) + (file.lines_removed ?? 0) <= linesOpenMax;
  const isOpen = chosen ?? (isShort && state !== 'viewed');
  const mark = (isViewed: boolean): void => {
    setOpen(undefined);
    viewed?.mark(file, isViewed);
  };
  return (
    <section className={`${ui.card} ${css.file}`} aria-label={file.path} id={`file-${file.path}`}>
      <div className={css.fileHead}>
        <button
          type="button"
          className={css.fold}
          aria-expanded={isOpen}
          data-file={file.path}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown aria-hidden="true" size={15} /> : <ChevronRight aria-hidden="true" size={15} />}
          <span>{nameOf(file)}</span>
        </button>
        <span className={ui.soft}>
          {kindOf(file.status)} <Sums file={file} />
        </span>
        {viewed !== undefined && (
          <label className={css.viewed}>
            {state === 'changed' && <span className={ui.soft}>{t('code.changedSince')}</span>}
            <input
              type="checkbox"
              checked={state === 'viewed'}
              onChange={(event) => mark(event.target.checked)}
              aria-label={t('code.viewedFile', { path: file.path })}
            />
            <span aria-hidden="true">{t('code.viewed')}</span>
          </label>
        )}
      </div>
      {isOpen &&
        (file.left_out === 'large' ? (
          <Large
            source={source}
            path={file.path}
            isAsked={isWanted}
            isSplit={isSplit}
            talk={talk}
            findBytes={findBytes}
          />
        ) : (
          <Lines file={file} isSplit={isSplit} talk={talk} findBytes={findBytes} />
        ))}
    </section>
  );
}

const Sums = ({
  file: { lines_added: added, lines_removed: removed },
}: {
  file: Partial<Pick<FileDifference, 'lines_added' | 'lines_removed'>>;
}): ReactNode =>
  added === undefined || added === null ? null : (
    <>
      <span className={css.plus}>+{added}</span> <span className={css.minus}>−{removed}</span>
    </>
  );

export function DifferenceView({ source, talk, viewed, wantedPath }: Props): ReactNode {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    differenceQuery(source),
  );
  const [isSplit, setSplit] = useState(readStored('difference') === 'split');
  const files = data?.pages.flatMap((page) => page.files) ?? [];
  const place = useRef<HTMLDivElement>(null);
  const isFurther =
    wantedPath !== undefined && data !== undefined && hasNextPage && files.every(({ path }) => path !== wantedPath);
  useEffect(() => {
    if (isFurther && !isFetchingNextPage) void fetchNextPage();
  }, [isFurther, isFetchingNextPage, fetchNextPage]);
  useDifferenceKeys(place, {
    hasTalk: talk !== undefined,
    mark:
      viewed &&
      ((path) => {
        const file = files.find((one) => one.path === path);
        if (file !== undefined) viewed.mark(file, viewed.stateOf(file) !== 'viewed');
      }),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const first = data?.pages[0];
  if (data === undefined || first === undefined) return <Loading lines={8} />;
  if (first.files_changed === 0) return <Empty title={t('code.nothingChanged')} />;
  const choose = (next: boolean): void => {
    setSplit(next);
    keep('difference', next ? 'split' : 'unified');
  };
  const viewedCount = files.filter((file) => viewed?.stateOf(file) === 'viewed').length;
  return (
    <div ref={place} className={ui.stack}>
      <div className={css.tools}>
        <span role="status">
          {t('code.filesChanged', { count: first.files_changed })} <Sums file={first} />
          {viewed !== undefined && ` · ${t('code.viewedOf', { viewed: viewedCount, count: first.files_changed })}`}
        </span>
        <span className={css.wide}>
          <Button onPress={() => choose(!isSplit)}>{t(isSplit ? 'code.oneColumn' : 'code.twoColumns')}</Button>
        </span>
      </div>
      {files.map((file) => (
        <FilePart
          key={file.path}
          source={source}
          file={file}
          isSplit={isSplit}
          talk={talk}
          viewed={viewed}
          isWanted={file.path === wantedPath}
          findBytes={source.findBytes && ((one) => source.findBytes?.(first, one) ?? {})}
        />
      ))}
      <MoreOnScroll hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </div>
  );
}
