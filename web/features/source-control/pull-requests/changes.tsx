// What a pull request changes, with what is said about its lines.
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { TextField } from '../../../ui/forms/fields.tsx';
import { say as notify } from '../../../ui/feedback/toasts.tsx';
import { describeError } from '../../../ui/feedback/async-states.tsx';
import type { Line } from '../difference/difference-rows.ts';
import { DifferenceView } from '../difference/difference-view.tsx';
import type { LineTalk } from '../difference/line-talk.ts';
import { ofComparison } from '../source-control.queries.ts';
import { viewedFilesOf } from '../difference/viewed-files.ts';
import type { ViewedFiles } from '../difference/viewed-files.ts';
import {
  answerLine,
  fileDiffQuery,
  markViewed,
  sayOnLine,
  timelineQuery,
  viewedFilesQuery,
} from './pull-requests.queries.ts';
import type { PullRequest } from './pull-requests.queries.ts';
import ui from '../../../ui/ui.module.css';
import css from './pull-requests.module.css';
import { CommentBox } from './comment-box.tsx';
import { ThreadView } from './thread-view.tsx';
import { ApplyTogether, useSuggestions } from './suggestions.tsx';
import type { SuggestionTools } from './suggestions.tsx';
import {
  byLine,
  isOnLine,
  isSameSide,
  isWithin,
  keyOf,
  linesOfRanges,
  numberOf,
  restOf,
  suggestionOf,
  threadAnchor,
} from './threads.ts';
import type { OnLine, Thread } from './threads.ts';

/** Files whose comments are looked up at once. */
const filesMax = 50;

/** What the reader has looked at; undefined until it is known. A mark shows at once, and goes again where it was refused. */
function useViewedFiles(id: number, isSignedIn: boolean): ViewedFiles | undefined {
  const queryClient = useQueryClient();
  const query = viewedFilesQuery(id);
  const { data: known } = useQuery({ ...query, enabled: isSignedIn });
  if (known === undefined) return undefined;
  return viewedFilesOf(known, ({ path, new_id: newId }, isViewed) => {
    const next = new Map(known);
    if (isViewed) next.set(path, newId);
    else next.delete(path);
    queryClient.setQueryData(query.queryKey, next);
    markViewed(id, path, newId, isViewed).catch(async (error: unknown) => {
      notify('error', describeError(error));
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
    });
  });
}

/** What somebody is about to say something of. */
interface Begun {
  path: string;
  /** The last line, below which it is written. */
  line: Line;
  /** Number of the first one, on the side of the last one. */
  first: number;
  /** What the draft is of: it goes along when the lines become more. */
  draft: string;
}

/** With all lines from or to where somebody had begun, as far as both are lines of one version of one file. */
function beginAt({ path, line }: Pick<Begun, 'path' | 'line'>, before: Begun | undefined): Begun {
  const number = numberOf(line);
  if (before?.path !== path || !isSameSide(before.line, line))
    return { path, line, first: number, draft: keyOf(path, line) };
  return number < numberOf(before.line) ? { ...before, first: number } : { ...before, line };
}

function FromLine({ first, last, onFirst }: { first: number; last: number; onFirst(first: number): void }): ReactNode {
  const [odd, setOdd] = useState<string>();
  const change = (text: string): void => {
    const number = Number(text);
    const isFine = Number.isInteger(number) && number >= 1 && number <= last;
    setOdd(isFine ? undefined : text);
    if (isFine) onFirst(number);
  };
  return (
    <div className={css.fromLine}>
      <TextField
        label={t('pulls.fromLine')}
        type="number"
        inputMode="numeric"
        value={odd ?? String(first)}
        error={odd === undefined ? undefined : t('pulls.fromLineWrong', { last })}
        onChange={change}
      />
    </div>
  );
}

interface LineBoxProps {
  pull: PullRequest;
  projectId: number | undefined;
  begun: Begun;
  onFirst(first: number): void;
  onDone(): Promise<void>;
  onClose(): void;
}

function LineBox({
  pull,
  projectId,
  begun: { path, line, first, draft },
  onFirst,
  onDone,
  onClose,
}: LineBoxProps): ReactNode {
  const queryClient = useQueryClient();
  const last = numberOf(line);
  /** The lines that it is about, as comments name them. */
  const readRange = async () => {
    const { lines } = await queryClient.fetchQuery(fileDiffQuery(pull.id, path));
    const range = lines.filter((one) =>
      isWithin({ old_line: one.old_offset, new_line: one.new_offset }, { first, last: line }),
    );
    const [start, end] = [range.at(0), range.at(-1)];
    if (start === undefined || end === undefined) throw new Error('the line is not in the file');
    return { range, firstOffset: start.unidiff_offset, offset: end.unidiff_offset };
  };
  const isRemoved = line.new_line === null;
  return (
    <CommentBox
      thing={`pull-line.${pull.id}.${draft}`}
      label={
        first === last
          ? t(isRemoved ? 'pulls.onRemovedLine' : 'pulls.onLine', { number: last })
          : t(isRemoved ? 'pulls.onRemovedLines' : 'pulls.onLines', { first, last })
      }
      projectId={projectId}
      autoFocus
      above={<FromLine first={first} last={last} onFirst={onFirst} />}
      offer={
        isRemoved
          ? undefined
          : {
              label: t('pulls.suggest'),
              text: async () => suggestionOf((await readRange()).range.map((one) => one.content)),
            }
      }
      onSend={async (text) => {
        const { firstOffset, offset } = await readRange();
        await sayOnLine(pull.id, { path, firstOffset, offset, position: isRemoved ? 'left' : 'right' }, text);
      }}
      onSent={onDone}
      onClose={onClose}
    />
  );
}

interface LineThreadProps {
  pull: PullRequest;
  projectId: number | undefined;
  suggest: SuggestionTools;
  /** The end of the address. */
  anchor: string;
  thread: Thread<OnLine>;
}

function LineThread({ anchor, ...props }: LineThreadProps): ReactNode {
  return (
    <ThreadView
      {...props}
      isWanted={threadAnchor(props.thread.first.id) === anchor}
      onAnswer={(first, text) => answerLine(first.id, text)}
    />
  );
}

/** What is said about lines, by line; and what somebody came for, by the end of the address. */
function useTalk(id: number) {
  const anchor = useLocation({ select: ({ hash }) => hash });
  const { data: timeline = [] } = useQuery(timelineQuery(id));
  const wantedPath = timeline.filter(isOnLine).find(({ id }) => threadAnchor(id) === anchor)?.file_path;
  const said = timeline.filter(isOnLine).map((one) => one.file_path);
  const paths = [...new Set(wantedPath === undefined ? said : [wantedPath, ...said])].slice(0, filesMax);
  const diffs = useQueries({ queries: paths.map((path) => fileDiffQuery(id, path)) });
  const known = diffs.flatMap(({ data }, index) => (data === undefined ? [] : { path: paths[index] ?? '', ...data }));
  const threads = new Map(
    known.flatMap(({ path, lines, inline_comments: inlineComments }) => [...byLine(path, lines, inlineComments)]),
  );
  const ranges = new Set(
    known.flatMap(({ path, lines, inline_comments: inlineComments }) => linesOfRanges(path, lines, inlineComments)),
  );
  return { anchor, wantedPath, threads, ranges };
}

export function Changes({ pull, projectId }: { pull: PullRequest; projectId: number | undefined }): ReactNode {
  const queryClient = useQueryClient();
  const isSignedIn = useSelf() !== undefined;
  const [begun, setBegun] = useState<Begun>();
  const suggest = useSuggestions(pull);
  const { anchor, wantedPath, threads, ranges } = useTalk(pull.id);
  const reread = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['pull', pull.id] });
  const renderThread = (thread: Thread<OnLine>): ReactNode => (
    <LineThread key={thread.first.id} {...{ pull, projectId, suggest, anchor, thread }} />
  );
  const talk: LineTalk = {
    begin: isSignedIn
      ? (path, line, isRange) => setBegun((now) => beginAt({ path, line }, isRange ? now : undefined))
      : undefined,
    isAbout: (path, line) =>
      ranges.has(keyOf(path, line)) ||
      (begun?.path === path && begun.first < numberOf(begun.line) && isWithin(line, { ...begun, last: begun.line })),
    elsewhere(file) {
      const rest = restOf(file, threads);
      return rest.length === 0 ? null : (
        <section className={css.elsewhere} aria-label={t('pulls.elsewhere')}>
          <p className={ui.soft}>{t('pulls.elsewhere')}</p>
          {rest.map(renderThread)}
        </section>
      );
    },
    below(path, line) {
      const key = keyOf(path, line);
      const here = threads.get(key) ?? [];
      const isBegun = begun !== undefined && keyOf(begun.path, begun.line) === key;
      if (here.length === 0 && !isBegun) return null;
      return (
        <div className={css.talk}>
          {here.map(renderThread)}
          {isBegun && (
            <LineBox
              pull={pull}
              projectId={projectId}
              begun={begun}
              onFirst={(first) => setBegun({ ...begun, first })}
              onDone={reread}
              onClose={() => setBegun(undefined)}
            />
          )}
        </div>
      );
    },
  };
  const viewed = useViewedFiles(pull.id, isSignedIn);
  const source = ofComparison(pull.repository_dest.id, pull.reference_dest, pull.reference_src);
  return (
    <>
      <DifferenceView
        key={pull.reference_src}
        source={source}
        talk={talk}
        wantedPath={wantedPath}
        {...(viewed === undefined ? {} : { viewed })}
      />
      <ApplyTogether tools={suggest} />
    </>
  );
}
