// What the page of queries across trackers reads and writes.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, settle, take, takeTagged } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';

export type Content = Schemas['CrosstrackerContent'];
export type SavedQuery = Schemas['CrosstrackerQuery'];

/** As much as the route gives at a time. */
const pageSize = 50;

/** Where queries are kept: on the widget of a project, or one's own. */
export const widgetOf = ({
  projectId,
  userId,
}: {
  projectId: number | undefined;
  userId: number | undefined;
}): number | undefined => (projectId !== undefined ? 2 * projectId : userId === undefined ? undefined : 2 * userId + 1);

const readPage = (text: string, widgetId: number | undefined, offset: number, signal: AbortSignal) =>
  takeTagged(
    api.GET('/crosstracker_query/content', {
      params: {
        query: {
          query: JSON.stringify({ widget_id: widgetId ?? null, tql_query: text }),
          limit: pageSize,
          offset,
        },
      },
      signal,
    }),
  );

export const contentQuery = (text: string, widgetId: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['/crosstracker_query', 'content', text, widgetId],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => readPage(text, widgetId, pageParam, signal),
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, page) => sum + page.data.artifacts.length, 0);
      return last.data.artifacts.length > 0 && read < (last.size ?? 0) ? read : undefined;
    },
    enabled: text !== '',
  });

/** Rows of an export at most. */
export const exportMax = 2000;

/** All rows, up to so many. */
export async function readAll(
  text: string,
  widgetId: number | undefined,
  rowsMax: number,
): Promise<{ content: Content; isCut: boolean }> {
  const { signal } = new AbortController();
  const first = await readPage(text, widgetId, 0, signal);
  const artifacts = [...first.data.artifacts];
  const size = Math.min(first.size ?? 0, rowsMax);
  while (artifacts.length < size) {
    const { data } = await readPage(text, widgetId, artifacts.length, signal);
    if (data.artifacts.length === 0) break;
    artifacts.push(...data.artifacts);
  }
  return { content: { ...first.data, artifacts }, isCut: (first.size ?? 0) > artifacts.length };
}

export const linksQuery = (widgetId: number, direction: 'forward' | 'reverse', artifactId: number, text: string) =>
  queryOptions({
    queryKey: ['/crosstracker_widget', widgetId, direction, artifactId, text],
    queryFn: ({ signal }) => {
      const path = { id: widgetId };
      const query = { tql_query: text, limit: pageSize };
      return direction === 'forward'
        ? take(
            api.GET('/crosstracker_widget/{id}/forward_links', {
              params: { path, query: { ...query, source_artifact_id: artifactId } },
              signal,
            }),
          )
        : take(
            api.GET('/crosstracker_widget/{id}/reverse_links', {
              params: { path, query: { ...query, target_artifact_id: artifactId } },
              signal,
            }),
          );
    },
  });

export const savedQuery = (widgetId: number) =>
  queryOptions({
    queryKey: ['/crosstracker_widget', widgetId],
    queryFn: async () =>
      (await take(api.GET('/crosstracker_widget/{id}', { params: { path: { id: widgetId } } }))).queries,
  });

type Submitted = Schemas['SubmittedCrosstrackerQuery'];

export const keepQuery = (body: Submitted): Promise<SavedQuery> => take(api.POST('/crosstracker_query', { body }));

export const replaceQuery = (id: string, body: Submitted): Promise<SavedQuery> =>
  take(api.PUT('/crosstracker_query/{id}', { params: { path: { id } }, body }));

export const removeQuery = (id: string): Promise<void> =>
  settle(api.DELETE('/crosstracker_query/{id}', { params: { path: { id } } }));
