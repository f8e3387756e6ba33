// Queries across trackers: asked, shown, kept, exported and shared by address.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Copy, Download, Play, SquareKanban, Table2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { currentZone, t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { say } from '../../ui/feedback/toasts.tsx';
import { describeError, Empty, Loading, Notice } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import ui from '../../ui/ui.module.css';
import { SavedQueries } from './saved-queries.tsx';
import { contentQuery, exportMax, readAll, widgetOf } from './queries.queries.ts';
import { findPosition, writeCsv } from './query-cells.ts';
import { QueryTable } from './query-table.tsx';
import css from './reports.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { lazy } from '../../ui/lazy.tsx';

/** Read when it is first shown. */
const QueryBoard = lazy(async () => (await import('./boards/query-board.tsx')).QueryBoard, {
  Fallback: () => <Loading lines={6} />,
});

const route = getRouteApi('/queries');

const example =
  'SELECT @pretty_title, @status, @assigned_to, @last_update_date\nFROM @project = MY_PROJECTS()\nWHERE @status = OPEN() AND @assigned_to = MYSELF()\nORDER BY @last_update_date DESC';

const names = [
  '@pretty_title',
  '@title',
  '@status',
  '@assigned_to',
  '@last_update_date',
  '@submitted_on',
  '@submitted_by',
  '@project.name',
  '@tracker.name',
  '@id',
] as const;

export function QueriesPage(): ReactNode {
  const { q = '', project, by } = route.useSearch();
  const navigate = route.useNavigate();
  const self = useSelf();
  const widgetId = widgetOf({ projectId: project, userId: self?.id });
  const ask = (text: string): void =>
    void navigate({ search: (before) => ({ ...before, q: text.trim() === '' ? undefined : text }) });
  const group = (list: string | undefined): void => void navigate({ search: (before) => ({ ...before, by: list }) });
  return (
    <Page title={t('reports.queries')}>
      <div className={css.layout}>
        <div className={css.main}>
          <QueryForm key={q} asked={q} widgetId={widgetId} onAsk={ask} />
          {q === '' ? (
            <Empty title={t('reports.queries.start')}>
              <p>{t('reports.queries.startHint')}</p>
            </Empty>
          ) : (
            <>
              <Views isBoard={by !== undefined} onChange={group} />
              {by === undefined ? (
                <Results text={q} widgetId={widgetId} />
              ) : (
                <QueryBoard key={q} text={q} widgetId={widgetId} by={by} onGroup={group} />
              )}
            </>
          )}
        </div>
        {widgetId !== undefined && (
          <SavedQueries
            widgetId={widgetId}
            title={project === undefined ? t('reports.queries.mine') : t('reports.queries.ofProject')}
            text={q}
            onOpen={ask}
          />
        )}
      </div>
    </Page>
  );
}

const Views = ({ isBoard, onChange }: { isBoard: boolean; onChange(by: string | undefined): void }): ReactNode => (
  <div className={ui.row} role="group" aria-label={t('reports.queries.view')}>
    <Button aria-pressed={!isBoard} tone={isBoard ? 'quiet' : undefined} onPress={() => onChange(undefined)}>
      <Table2 aria-hidden="true" /> {t('reports.queries.table')}
    </Button>
    <Button aria-pressed={isBoard} tone={isBoard ? undefined : 'quiet'} onPress={() => onChange('@status')}>
      <SquareKanban aria-hidden="true" /> {t('reports.queries.board')}
    </Button>
  </div>
);

interface FormProps {
  asked: string;
  widgetId: number | undefined;
  onAsk(text: string): void;
}

function QueryForm({ asked, widgetId, onAsk }: FormProps): ReactNode {
  const [text, setText] = useState(asked === '' ? example : asked);
  const place = useRef<HTMLFormElement>(null);
  const { error } = useInfiniteQuery(contentQuery(asked, widgetId));
  const problem = error === null ? undefined : describeError(error);
  const wrongAt = problem === undefined ? undefined : findPosition(asked, problem);
  const area = (): HTMLTextAreaElement | null | undefined => place.current?.querySelector('textarea');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onAsk(text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onAsk(text);
  };
  const insert = (name: string): void => {
    const input = area();
    const [start, end] = [input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length];
    setText(text.slice(0, start) + name + text.slice(end));
    input?.focus();
  };
  return (
    <form className={ui.stack} onSubmit={submit} onKeyDown={onKeyDown} ref={place}>
      <div className={css.query}>
        <TextField
          label={t('reports.queries.text')}
          hint={t('reports.queries.hint')}
          error={problem}
          rows={5}
          value={text}
          onChange={setText}
          spellCheck="false"
        />
      </div>
      <div className={css.words} role="group" aria-label={t('reports.queries.insert')}>
        {names.map((name) => (
          <Button key={name} tone="quiet" onPress={() => insert(name)}>
            {name}
          </Button>
        ))}
      </div>
      <div className={ui.row}>
        <Button type="submit" tone="primary">
          <Play aria-hidden="true" /> {t('reports.queries.run')}
        </Button>
        {wrongAt !== undefined && (
          <Button
            onPress={() => {
              area()?.focus();
              area()?.setSelectionRange(wrongAt, Math.min(asked.length, wrongAt + 1));
            }}
          >
            {t('reports.queries.goTo')}
          </Button>
        )}
      </div>
    </form>
  );
}

function Results({ text, widgetId }: { text: string; widgetId: number | undefined }): ReactNode {
  const found = useInfiniteQuery(contentQuery(text, widgetId));
  const { submit, isSending: isExporting } = useSubmit({ errors: 'toast' });
  const first = found.data?.pages[0];
  const exportAll = async (): Promise<void> => {
    const { content, isCut } = await readAll(text, widgetId, exportMax);
    download(writeCsv(content, currentZone()), 'query.csv');
    if (isCut) say('info', t('reports.queries.cut', { count: content.artifacts.length }));
  };
  const share = (): void =>
    void submit(() => navigator.clipboard.writeText(location.href), t('reports.queries.shared'));
  // The form says what is wrong with the query.
  if (found.error !== null && first === undefined) return null;
  if (first === undefined) return <Loading lines={6} />;
  const size = first.size ?? first.data.artifacts.length;
  if (size === 0) return <Empty title={t('reports.queries.nothing')} />;
  return (
    <>
      <div className={ui.row}>
        <span className={`${ui.soft} ${ui.small} ${ui.grow}`} role="status">
          {t('reports.queries.found', { count: size })}
        </span>
        <Button tone="quiet" onPress={share}>
          <Copy aria-hidden="true" /> {t('reports.queries.share')}
        </Button>
        <Button tone="quiet" onPress={() => void submit(exportAll)} isDisabled={isExporting}>
          <Download aria-hidden="true" /> {t('reports.queries.csv')}
        </Button>
      </div>
      <QueryTable
        selected={first.data.selected}
        rows={found.data?.pages.flatMap(({ data }) => data.artifacts) ?? []}
        text={text}
        widgetId={widgetId}
      />
      {found.error !== null && <Notice kind="error">{describeError(found.error)}</Notice>}
      {found.hasNextPage && (
        <div>
          <Button isDisabled={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
            {t('reports.queries.more')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Gives the browser a file to save; begins with a byte order mark, by which spreadsheets know UTF-8. */
function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
