// What pages of pull requests read and write.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, settle, take, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { readAll } from '../../../platform/query.ts';
import type { PullsSearch } from '../code-search.ts';
import { nextOffset } from '../source-control.queries.ts';

export type PullRequest = Schemas['PullRequest'];
export type MergeMethod = PullRequest['merge_methods'][number];
export type TimelineEntry = Schemas['PullRequestTimeline']['collection'][number];

/** A branch of the repository `id` is to be merged into one of `into`: the same repository, or the one that `id` is a fork of. */
export interface Wish {
  id: number;
  source: string;
  target: string;
  into: number;
}

const pageSize = 50;
/** Entries of a timeline that a page shows. */
const timelineMax = 1000;

/** Whether the person's own are asked for, which goes with neither who made them nor who reviews them. */
export const isMine = ({ mine, author, reviewer }: PullsSearch): boolean =>
  mine === true && author === undefined && reviewer === undefined;

const filterOf = (search: PullsSearch, self: number | undefined): string => {
  const { state, q, author, reviewer, label, target } = search;
  return JSON.stringify({
    ...(state === 'all' ? {} : { status: state ?? 'open' }),
    ...(q === undefined ? {} : { search: q.split(/\s+/).map((keyword) => ({ keyword })) }),
    ...(isMine(search) && self !== undefined ? { related_to: [{ id: self }] } : {}),
    ...(author === undefined ? {} : { authors: [{ id: author }] }),
    ...(reviewer === undefined ? {} : { reviewers: [{ id: reviewer }] }),
    ...(label === undefined ? {} : { labels: [{ id: label }] }),
    ...(target === undefined ? {} : { target_branches: [{ name: target }] }),
  });
};

export const pullsQuery = (id: number, search: PullsSearch, self: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['code', id, 'pulls', search, self],
    queryFn: ({ pageParam }) => {
      const query = { query: filterOf(search, self), limit: pageSize, offset: pageParam };
      return take(api.GET('/git/{id}/pull_requests', { params: { path: { id }, query } }));
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const count = pages.reduce((sum, { collection }) => sum + collection.length, 0);
      return last.total_size > count && last.collection.length > 0 ? count : undefined;
    },
  });

/** The open one that asks for a branch of the repository `id` to be merged into a branch of `into`; null where there is none. */
export const openPullQuery = ({ id, source, target, into }: Wish) =>
  queryOptions({
    queryKey: ['code', into, 'pulls', 'open', id, source, target],
    queryFn: async () => {
      const filter = { status: 'open', source_branches: [{ name: source }], target_branches: [{ name: target }] };
      const query = { query: JSON.stringify(filter), limit: pageSize };
      const { collection } = await take(api.GET('/git/{id}/pull_requests', { params: { path: { id: into }, query } }));
      return collection.find(({ repository }) => repository.id === id) ?? null;
    },
  });

/** People who made pull requests of a repository, or review them. */
export const pullPeopleQuery = (id: number, which: 'authors' | 'reviewers') =>
  queryOptions({
    queryKey: ['code', id, 'pull-people', which],
    queryFn: () =>
      readAll((offset) => {
        const query = { limit: pageSize, offset };
        return takeTagged(api.GET(`/git/{id}/pull_requests_${which}`, { params: { path: { id }, query } }));
      }),
  });

export const pullQuery = (id: number) =>
  queryOptions({
    queryKey: ['pull', id],
    queryFn: () => take(api.GET('/pull_requests/{id}', { params: { path: { id } } })),
  });

export const pullCommitsQuery = (id: number) =>
  queryOptions({
    queryKey: ['pull', id, 'commits'],
    queryFn: () =>
      takeTagged(api.GET('/pull_requests/{id}/commits', { params: { path: { id }, query: { limit: pageSize } } })),
  });

/** The same, and those after them. */
export const allPullCommitsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['pull', id, 'all-commits'],
    queryFn: ({ pageParam }) =>
      takeTagged(
        api.GET('/pull_requests/{id}/commits', {
          params: { path: { id }, query: { limit: pageSize, offset: pageParam } },
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });

export const pullLabelsQuery = (id: number) =>
  queryOptions({
    queryKey: ['pull', id, 'labels'],
    queryFn: async () => (await take(api.GET('/pull_requests/{id}/labels', { params: { path: { id } } }))).labels,
  });

export const projectLabelsQuery = (id: number) =>
  queryOptions({
    queryKey: ['/projects', id, 'labels', 'all'],
    queryFn: () =>
      readAll(async (offset) => {
        const query = { limit: pageSize, offset };
        const page = await takeTagged(api.GET('/projects/{id}/labels', { params: { path: { id }, query } }));
        return { ...page, data: page.data.labels };
      }),
  });

export const changeLabels = (id: number, body: Schemas['ItemLabelsChange']): Promise<void> =>
  settle(api.PATCH('/pull_requests/{id}/labels', { params: { path: { id } }, body }));

/** What checks said of the commit that is to be merged. */
export const checksQuery = (repositoryId: number, hash: string) =>
  queryOptions({
    queryKey: ['pull', 'checks', repositoryId, hash],
    queryFn: () =>
      take(
        api.GET('/git/{id}/statuses/{commit_reference}', {
          params: { path: { id: String(repositoryId), commit_reference: hash } },
        }),
      ),
    retry: false,
  });

export const timelineQuery = (id: number) =>
  queryOptions({
    queryKey: ['pull', id, 'timeline'],
    queryFn: async (): Promise<TimelineEntry[]> => {
      const entries: TimelineEntry[] = [];
      for (;;) {
        const query = { limit: pageSize, offset: entries.length };
        const page = await take(api.GET('/pull_requests/{id}/timeline', { params: { path: { id }, query } }));
        entries.push(...page.collection);
        if (page.collection.length === 0 || entries.length >= Math.min(page.total_size, timelineMax)) return entries;
      }
    },
  });

export const fileDiffQuery = (id: number, path: string) =>
  queryOptions({
    queryKey: ['pull', id, 'file', path],
    queryFn: () => take(api.GET('/pull_requests/{id}/file_diff', { params: { path: { id }, query: { path } } })),
    retry: false,
  });

/** What the reader has looked at: `new_id` of its content then, by path. */
export const viewedFilesQuery = (id: number) =>
  queryOptions({
    queryKey: ['pull', id, 'viewed'],
    queryFn: async (): Promise<ReadonlyMap<string, string | null>> => {
      const { files } = await take(api.GET('/pull_requests/{id}/viewed_files', { params: { path: { id } } }));
      return new Map(files.map((file) => [file.path, file.new_id]));
    },
    structuralSharing: false,
  });

export const markViewed = (id: number, path: string, newId: string | null, isViewed: boolean) =>
  settle(
    api.PUT('/pull_requests/{id}/viewed_files', {
      params: { path: { id } },
      body: { path, new_id: newId, is_viewed: isViewed },
    }),
  );

export const makePull = ({ id, source, target, into }: Wish): Promise<{ id: number }> =>
  take(
    api.POST('/pull_requests', {
      body: { repository_id: id, repository_dest_id: into, branch_src: source, branch_dest: target },
    }),
  );

/** Its branches; with the fork where the branch comes from one. */
export const branchesOf = ({
  repository,
  repository_dest: target,
  branch_src,
  branch_dest,
}: Pick<PullRequest, 'repository' | 'repository_dest' | 'branch_src' | 'branch_dest'>): {
  source: string;
  target: string;
} => ({
  source: repository.id === target.id ? branch_src : `${repository.name}: ${branch_src}`,
  target: branch_dest,
});

export const changePull = (id: number, body: Schemas['PullRequestChange']): Promise<PullRequest> =>
  take(api.PATCH('/pull_requests/{id}', { params: { path: { id } }, body }));

export const deleteBranch = (repositoryId: number, name: string): Promise<void> =>
  settle(api.DELETE('/git/{id}/branches/{name}', { params: { path: { id: repositoryId, name } } }));

export const setVerdict = (id: number, verdict: 'approve' | 'changes' | 'none', head: string): Promise<void> =>
  settle(api.PUT('/pull_requests/{id}/verdict', { params: { path: { id } }, body: { verdict, head } }));

export const setReviewers = (id: number, ids: readonly number[]): Promise<void> =>
  settle(
    api.PUT('/pull_requests/{id}/reviewers', {
      params: { path: { id } },
      body: { users: ids.map((one) => ({ id: one })) },
    }),
  );

const format = 'commonmark' as const;

export const sayIt = (id: number, content: string, parent: number | undefined): Promise<unknown> =>
  take(
    api.POST('/pull_requests/{id}/comments', {
      params: { path: { id } },
      body: { content, format, ...(parent === undefined ? {} : { parent_id: parent }) },
    }),
  );

export const answerLine = (comment: number, content: string): Promise<unknown> =>
  take(
    api.POST('/pull_request_inline_comments/{id}/reply', {
      params: { path: { id: comment } },
      body: { content, format },
    }),
  );

export const rewrite = (said: Schemas['PullRequestComment'], content: string): Promise<unknown> => {
  const request = { params: { path: { id: said.id } }, body: { content } };
  return 'file_path' in said
    ? take(api.PATCH('/pull_request_inline_comments/{id}', request))
    : take(api.PATCH('/pull_request_comments/{id}', request));
};

export const resolveThread = (first: Schemas['PullRequestComment'], isResolved: boolean): Promise<void> => {
  const request = { params: { path: { id: first.id } }, body: { is_resolved: isResolved } };
  return settle(
    'file_path' in first
      ? api.PUT('/pull_request_inline_comments/{id}/resolution', request)
      : api.PUT('/pull_request_comments/{id}/resolution', request),
  );
};

export const sayOnLine = (
  id: number,
  place: { path: string; firstOffset: number; offset: number; position: 'left' | 'right' },
  content: string,
): Promise<unknown> =>
  take(
    api.POST('/pull_requests/{id}/inline-comments', {
      params: { path: { id } },
      body: {
        content,
        format,
        file_path: place.path,
        first_unidiff_offset: place.firstOffset,
        unidiff_offset: place.offset,
        position: place.position,
      },
    }),
  );

export const applySuggestions = (
  id: number,
  suggestions: Schemas['PullRequestSuggestionsToApply']['suggestions'],
): Promise<unknown> =>
  take(api.POST('/pull_requests/{id}/suggestions', { params: { path: { id } }, body: { suggestions } }));
