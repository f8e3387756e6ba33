// What a pull request changes, with what is said about its lines.
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { say as tell } from '../../../ui/messages.tsx';
import { describeError } from '../../../ui/states.tsx';
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
import css from './pull-requests.module.css';
import { SayBox } from './say-box.tsx';
import { ThreadView } from './thread-view.tsx';
import { byLine, isOnLine, keyOf, offsetOf } from './threads.ts';

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
      tell('error', describeError(error));
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
    });
  });
}

export function Changes({ pull, projectId }: { pull: PullRequest; projectId: number | undefined }): ReactNode {
  const queryClient = useQueryClient();
  const isSignedIn = useSelf() !== undefined;
  const [begun, setBegun] = useState<string>();
  const { data: timeline = [] } = useQuery(timelineQuery(pull.id));
  const paths = [...new Set(timeline.filter(isOnLine).map((one) => one.file_path))].slice(0, filesMax);
  const diffs = useQueries({ queries: paths.map((path) => fileDiffQuery(pull.id, path)) });
  const threads = new Map(
    diffs.flatMap(({ data }, index) =>
      data === undefined ? [] : [...byLine(paths[index] ?? '', data.lines, data.inline_comments)],
    ),
  );
  const reread = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['pull', pull.id] });
  const say = async (path: string, line: Line, text: string): Promise<void> => {
    const { lines } = await queryClient.fetchQuery(fileDiffQuery(pull.id, path));
    const offset = offsetOf(lines, line);
    if (offset === undefined) throw new Error('the line is not in the file');
    await sayOnLine(pull.id, { path, offset, position: line.kind === 'removed' ? 'left' : 'right' }, text);
    setBegun(undefined);
    await reread();
  };
  const talk: LineTalk = {
    begin: (path, line) => setBegun(keyOf(path, line)),
    below(path, line) {
      const key = keyOf(path, line);
      const here = threads.get(key) ?? [];
      if (here.length === 0 && begun !== key) return null;
      return (
        <div className={css.talk}>
          {here.map((thread) => (
            <ThreadView
              key={thread.first.id}
              thread={thread}
              projectId={projectId}
              onAnswer={async (first, text) => {
                await answerLine(first.id, text);
                await reread();
              }}
            />
          ))}
          {begun === key && (
            <SayBox
              thing={`pull-line.${pull.id}.${key}`}
              label={t('pulls.onLine', { number: line.new_line ?? line.old_line ?? 0 })}
              projectId={projectId}
              autoFocus
              onSend={(text) => say(path, line, text)}
              onCancel={() => setBegun(undefined)}
            />
          )}
        </div>
      );
    },
  };
  const viewed = useViewedFiles(pull.id, isSignedIn);
  const source = ofComparison(pull.repository_dest.id, pull.reference_dest, pull.reference_src);
  const own = isSignedIn ? { talk, ...(viewed === undefined ? {} : { viewed }) } : {};
  return <DifferenceView key={pull.reference_src} source={source} {...own} />;
}
