import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { api, take, takeTagged } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { usePlace } from '../../platform/place.ts';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/fields.tsx';
import { Empty, ErrorState, Loading } from '../../ui/states.tsx';
import { Badge, Page, Person, When } from '../../ui/things.tsx';
import css from '../../ui/ui.module.css';
import { toggleSort, writeFilter } from './report-address.ts';

const route = getRouteApi('/trackers/$tracker');
const pageSize = 50;

type Artifact = Schemas['Artifact'];

function useArtifacts(tracker: string) {
  const { q, isQuery, sort } = route.useSearch();
  return useInfiniteQuery({
    queryKey: ['/trackers', tracker, 'artifacts', q, isQuery, sort],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      takeTagged(
        api.GET('/trackers/{id}/artifacts', {
          params: {
            path: { id: Number(tracker) },
            query: {
              limit: pageSize,
              offset,
              ...writeFilter(q, isQuery === true),
              ...(sort === undefined ? { order: 'desc' as const } : { sort }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, page) => sum + page.data.length, 0);
      return last.data.length > 0 && read < (last.size ?? 0) ? read : undefined;
    },
    placeholderData: keepPreviousData,
  });
}

/** A head that sorts: once up, twice down, then not. */
function SortHead({ field, children }: { field: string; children: ReactNode }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isUp = search.sort === field;
  const isDown = search.sort === `-${field}`;
  return (
    <th scope="col" aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <Button
        tone="quiet"
        onPress={() =>
          void navigate({ search: ({ sort, ...others }) => ({ ...others, ...toggleSort(sort, field) }), replace: true })
        }
      >
        {children}
        {isUp && <ArrowUp aria-hidden="true" />}
        {isDown && <ArrowDown aria-hidden="true" />}
      </Button>
    </th>
  );
}

function Table({ rows, fields }: { rows: readonly Artifact[]; fields: Fields }): ReactNode {
  const navigate = useNavigate();
  const [current, setCurrent] = useState(-1);
  useShortcuts(
    useMemo(
      () => [
        { keys: 'j', label: 'trackers.key.next', run: () => setCurrent((at) => Math.min(at + 1, rows.length - 1)) },
        { keys: 'k', label: 'trackers.key.previous', run: () => setCurrent((at) => Math.max(at - 1, 0)) },
        {
          keys: 'o',
          label: 'trackers.key.open',
          run: () => {
            const id = rows[current]?.id;
            if (id !== undefined) void navigate({ to: '/artifacts/$id', params: { id: String(id) } });
          },
        },
      ],
      [rows, current, navigate],
    ),
  );
  return (
    <div className={css.tableWrap}>
      <table className={css.table}>
        <thead>
          <tr>
            <SortHead field={fields.id}>#</SortHead>
            <SortHead field={fields.title}>{t('trackers.title')}</SortHead>
            <SortHead field={fields.status}>{t('trackers.status')}</SortHead>
            <SortHead field={fields.assignee}>{t('trackers.assignee')}</SortHead>
            <SortHead field={fields.changed}>{t('trackers.changed')}</SortHead>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, title, full_status: status, assignees, last_modified_date: changed }, index) => (
            <tr key={id} data-current={index === current} aria-selected={index === current}>
              <td className={css.number}>{id}</td>
              <td>
                <Link to="/artifacts/$id" params={{ id: String(id) }}>
                  {title === null || title === '' ? t('trackers.untitled') : title}
                </Link>
              </td>
              <td>{status !== null && <Badge colour={status.color}>{status.value}</Badge>}</td>
              <td>
                {assignees.map((person) => (
                  <Person key={person.id} person={person} />
                ))}
              </td>
              <td>
                <When iso={changed} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Fields {
  id: string;
  title: string;
  status: string;
  assignee: string;
  changed: string;
}

/** Names of the fields that the columns sort by, by what the tracker says that they mean. */
function fieldsOf(tracker: Schemas['Tracker']): Fields {
  const named = (type: string): string => tracker.fields.find((field) => field.type === type)?.name ?? type;
  const meaning = (name: string): string => {
    const semantic: unknown = tracker.semantics[name];
    const id =
      typeof semantic === 'object' && semantic !== null && 'field_id' in semantic ? semantic.field_id : undefined;
    return tracker.fields.find((field) => field.field_id === id)?.name ?? named('aid');
  };
  return {
    id: named('aid'),
    title: meaning('title'),
    status: meaning('status'),
    assignee: meaning('contributor'),
    changed: named('lud'),
  };
}

function Filter(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [text, setText] = useState(search.q ?? '');
  const [isQuery, setQuery] = useState(search.isQuery === true);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void navigate({
      search: ({ sort }) => ({
        ...(text === '' ? {} : { q: text }),
        ...(isQuery ? { isQuery } : {}),
        ...(sort === undefined ? {} : { sort }),
      }),
    });
  };
  const label = isQuery ? t('trackers.query') : t('trackers.words');
  return (
    <form className={css.row} onSubmit={submit} role="search">
      <div className={css.grow}>
        <TextField label={label} isLabelHidden placeholder={label} value={text} onChange={setText} />
      </div>
      <Checkbox isSelected={isQuery} onChange={setQuery}>
        {t('trackers.isQuery')}
      </Checkbox>
      <Button type="submit">{t('trackers.filter')}</Button>
    </form>
  );
}

export function ReportPage(): ReactNode {
  const { tracker: id } = route.useParams();
  const tracker = useQuery({
    queryKey: ['/trackers', id],
    queryFn: () => take(api.GET('/trackers/{id}', { params: { path: { id: Number(id) } } })),
  });
  const artifacts = useArtifacts(id);
  const seen = tracker.data;
  usePlace(
    seen && { projectId: seen.project.id, tracker: { id: seen.id, label: seen.label, colour: seen.color_name } },
  );
  if (tracker.error !== null)
    return (
      <Page title={t('trackers.report')}>
        <ErrorState error={tracker.error} onRetry={() => void tracker.refetch()} />
      </Page>
    );
  const { data: found } = artifacts;
  const rows = found?.pages.flatMap(({ data }) => data) ?? [];
  const size = found?.pages[0]?.size;
  const { data } = tracker;
  const heading =
    data === undefined ? (
      t('trackers.report')
    ) : (
      <span className={css.row}>
        <span className={css.dot} data-colour={data.color_name} /> {data.label}
      </span>
    );
  return (
    <Page
      title={data?.label ?? t('trackers.report')}
      heading={heading}
      crumbs={data === undefined ? [] : [{ label: data.project.label, to: `/projects/${data.project.id}` }]}
    >
      <Filter key={id} />
      {artifacts.error !== null && <ErrorState error={artifacts.error} onRetry={() => void artifacts.refetch()} />}
      {artifacts.error === null && (found === undefined || data === undefined) && <Loading lines={8} />}
      {found !== undefined && data !== undefined && artifacts.error === null && (
        <>
          <p className={`${css.soft} ${css.small}`} role="status">
            {t('trackers.found', { count: size ?? rows.length })}
          </p>
          {rows.length === 0 ? <Empty title={t('trackers.nothing')} /> : <Table rows={rows} fields={fieldsOf(data)} />}
          {artifacts.hasNextPage && (
            <div>
              <Button isDisabled={artifacts.isFetchingNextPage} onPress={() => void artifacts.fetchNextPage()}>
                {t('trackers.more')}
              </Button>
            </div>
          )}
        </>
      )}
    </Page>
  );
}
