// What pages of code read.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, readRefusal, take, takeTagged } from '../../platform/api.ts';
import type { Schemas, Tagged } from '../../platform/api.ts';
import { pageHeader } from '../../platform/network/page-header.ts';
import { readAll } from '../../platform/query.ts';
import type { CommitsSearch } from './code-search.ts';

export type Repository = Omit<Schemas['GitRepository'], 'server'>;
export type Commit = Schemas['GitCommit'];
/** What has no lines may say so in its own words. */
export type FileDifference = Schemas['GitFileDifference'] & { note?: string };
export type FolderEntry = Schemas['GitFolderEntry'];

const pageSize = 50;
const filesPerPage = 20;
/** What a hash names never changes; ms. */
const longMs = 10 * 60_000;

/** Where the page after these begins; undefined after the last one. */
export const nextOffset = (last: Tagged<unknown[]>, pages: Tagged<unknown[]>[]): number | undefined => {
  const count = pages.reduce((sum, { data }) => sum + data.length, 0);
  return (last.size ?? 0) > count && last.data.length > 0 ? count : undefined;
};

export const repositoriesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['code', 'of', projectId],
    queryFn: () =>
      readAll(async (offset) => {
        const query = { limit: pageSize, offset, order_by: 'path' as const, fields: 'all' as const };
        const page = await takeTagged(api.GET('/projects/{id}/git', { params: { path: { id: projectId }, query } }));
        return { ...page, data: page.data.repositories };
      }),
  });

export const repositoryQuery = (id: number) =>
  queryOptions({ queryKey: ['code', id], queryFn: () => take(api.GET('/git/{id}', { params: { path: { id } } })) });

/** What the origin writes where nobody described a repository. */
const noDescription = '-- Default description --';

export const descriptionOf = ({ description }: Pick<Repository, 'description'>): string =>
  description === noDescription ? '' : description;

export const branchesQuery = (id: number) =>
  queryOptions({
    queryKey: ['code', id, 'branches'],
    queryFn: () =>
      readAll((offset) =>
        takeTagged(api.GET('/git/{id}/branches', { params: { path: { id }, query: { limit: pageSize, offset } } })),
      ),
  });

export const tagsQuery = (id: number) =>
  queryOptions({
    queryKey: ['code', id, 'tags'],
    queryFn: () =>
      readAll((offset) =>
        takeTagged(api.GET('/git/{id}/tags', { params: { path: { id }, query: { limit: pageSize, offset } } })),
      ),
  });

export const divergencesQuery = (id: number, base: string) =>
  queryOptions({
    queryKey: ['code', id, 'divergences', base],
    queryFn: () =>
      readAll((offset) =>
        takeTagged(
          api.GET('/git/{id}/divergences', { params: { path: { id }, query: { base, limit: pageSize, offset } } }),
        ),
      ),
  });

export const folderQuery = (id: number, ref: string, path: string) =>
  infiniteQueryOptions({
    queryKey: ['code', id, 'folder', ref, path],
    queryFn: ({ pageParam }) =>
      takeTagged(api.GET('/git/{id}/folder', { params: { path: { id }, query: { ref, path, offset: pageParam } } })),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    retry: false,
  });

export const pathsQuery = (id: number, ref: string) =>
  queryOptions({
    queryKey: ['code', id, 'paths', ref],
    queryFn: () => take(api.GET('/git/{id}/paths', { params: { path: { id }, query: { ref } } })),
  });

export const blameQuery = (id: number, ref: string, path: string) =>
  queryOptions({
    queryKey: ['code', id, 'blame', ref, path],
    queryFn: () => take(api.GET('/git/{id}/blame', { params: { path: { id }, query: { ref, path } } })),
  });

export const commitsQuery = (id: number, search: CommitsSearch & { not?: string }) =>
  infiniteQueryOptions({
    queryKey: ['code', id, 'commits', search],
    queryFn: ({ pageParam }) =>
      takeTagged(
        api.GET('/git/{id}/commits', {
          params: { path: { id }, query: { ...search, limit: pageSize, offset: pageParam } },
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });

export const commitQuery = (id: number, reference: string) =>
  queryOptions({
    queryKey: ['code', id, 'commit', reference],
    queryFn: () =>
      take(api.GET('/git/{id}/commits/{commit_reference}', { params: { path: { id, commit_reference: reference } } })),
  });

/** What a difference is between, and how it is read. */
export interface DifferenceSource {
  key: readonly unknown[];
  /** A page of files, or one by its path. */
  read(wish: { offset: number; limit: number } | { path: string }): Promise<Difference>;
  /** Where the bytes of a file of it are before and after, as far as it is there. */
  findBytes?(difference: Difference, file: FileDifference): { before?: string; after?: string };
}

export interface Difference {
  files_changed: number;
  /** Of all files; undefined where nobody counts them. */
  lines_added?: number;
  lines_removed?: number;
  files: FileDifference[];
  /** What a revision of Subversion says of itself. */
  svnRevision?: Schemas['SvnRevision'];
  /** Hashes of the commits that it is between, where it tells of them. */
  parents?: string[];
  merge_base?: string | null;
}

const findBytesIn =
  (id: number, head: string): NonNullable<DifferenceSource['findBytes']> =>
  ({ parents, merge_base: base }, { path, old_path: oldPath, old_id: before, new_id: after }) => {
    const from = base ?? parents?.[0];
    return {
      ...(from === undefined || before === null ? {} : { before: rawUrl(id, from, oldPath ?? path) }),
      ...(after === null ? {} : { after: rawUrl(id, head, path) }),
    };
  };

export const ofCommit = (id: number, hash: string): DifferenceSource => ({
  key: ['code', id, 'difference', hash],
  read: (query) =>
    take(
      api.GET('/git/{id}/commits/{commit_reference}/diff', {
        params: { path: { id, commit_reference: hash }, query },
      }),
    ),
  findBytes: findBytesIn(id, hash),
});

export const ofComparison = (id: number, base: string, head: string): DifferenceSource => ({
  key: ['code', id, 'difference', base, head],
  read: (query) => take(api.GET('/git/{id}/compare', { params: { path: { id }, query: { base, head, ...query } } })),
  findBytes: findBytesIn(id, head),
});

export const differenceQuery = (source: DifferenceSource) =>
  infiniteQueryOptions({
    queryKey: source.key,
    queryFn: ({ pageParam }) => source.read({ offset: pageParam, limit: filesPerPage }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const count = pages.reduce((sum, { files }) => sum + files.length, 0);
      return last.files_changed > count && last.files.length > 0 ? count : undefined;
    },
    staleTime: longMs,
  });

export const fileDifferenceQuery = (source: DifferenceSource, path: string) =>
  queryOptions({
    queryKey: [...source.key, 'file', path],
    queryFn: async () => (await source.read({ path })).files[0],
    staleTime: longMs,
  });

export const rawUrl = (id: number, ref: string, path: string, isSaved = false): string =>
  `/repositories/${id}/raw?${new URLSearchParams({ ref, path, ...(isSaved ? { download: '1' } : {}) }).toString()}`;

export const archiveUrl = (id: number, ref: string, format: 'zip' | 'tar.gz'): string =>
  `/repositories/${id}/archive?${new URLSearchParams({ ref, format }).toString()}`;

export type FileContent = (
  | { kind: 'text'; text: string; sizeBytes: number }
  | { kind: 'picture' | 'pdf' | 'binary' | 'large'; sizeBytes: number }
  /** A large file of Git LFS that was never sent; `text` is what stands for it. */
  | { kind: 'missing'; text: string; sizeBytes: number }
) & { isLargeFile?: boolean };

function kindOf(type: string): 'text' | 'picture' | 'pdf' | 'binary' {
  if (type.startsWith('text/')) return 'text';
  if (type.startsWith('image/')) return 'picture';
  return type === 'application/pdf' ? 'pdf' : 'binary';
}

/** `response.text()` takes all for UTF-8. */
async function readText(response: Response, type: string): Promise<string> {
  const charset = /;\s*charset=([\w-]+)/.exec(type)?.[1] ?? 'utf-8';
  return new TextDecoder(charset).decode(await response.arrayBuffer());
}

/** Longer files are not shown. */
const shownMaxBytes = 1_000_000;

export const fileQuery = (id: number, ref: string, path: string) => contentQuery(rawUrl(id, ref, path));

/** What a file holds that is at an address beside the API. */
export const contentQuery = (url: string) =>
  queryOptions({
    queryKey: ['code', 'file', url],
    queryFn: async ({ signal }): Promise<FileContent> => {
      const leave = new AbortController();
      const response = await fetch(url, { headers: pageHeader, signal: AbortSignal.any([signal, leave.signal]) });
      if (!response.ok) throw await readRefusal(response);
      const type = response.headers.get('content-type') ?? '';
      const sizeBytes = Number(response.headers.get('content-length') ?? 0);
      const [, state, largeBytes] =
        /^(stored|missing); .*size=(\d+)$/.exec(response.headers.get('x-large-file') ?? '') ?? [];
      const isLargeFile = state !== undefined;
      if (state === 'missing')
        return { kind: 'missing', text: await response.text(), sizeBytes: Number(largeBytes), isLargeFile };
      const kind = kindOf(type);
      if (kind === 'text' && sizeBytes <= shownMaxBytes)
        return { kind, text: await readText(response, type), sizeBytes, isLargeFile };
      leave.abort();
      return { kind: kind === 'text' ? 'large' : kind, sizeBytes, isLargeFile };
    },
    retry: false,
  });
