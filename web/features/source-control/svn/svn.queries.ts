// What pages of Subversion read.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, take, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { readAll } from '../../../platform/query.ts';
import type { SvnSearch } from '../code-search.ts';
import { nextOffset } from '../source-control.queries.ts';
import type { DifferenceSource, FileDifference } from '../source-control.queries.ts';

export type SvnRepository = Schemas['SvnRepository'];
export type SvnEntry = Schemas['SvnFolder']['entries'][number];
export type SvnRevision = Schemas['SvnRevision'];
type SvnPlace = Pick<SvnSearch, 'path' | 'revision'>;

const pageSize = 50;

export const svnRepositoriesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['svn', 'of', projectId],
    queryFn: () =>
      readAll(async (offset) => {
        const query = { limit: pageSize, offset };
        const page = await takeTagged(api.GET('/projects/{id}/svn', { params: { path: { id: projectId }, query } }));
        return { ...page, data: page.data.repositories };
      }),
  });

export const svnRepositoryQuery = (id: number) =>
  queryOptions({ queryKey: ['svn', id], queryFn: () => take(api.GET('/svn/{id}', { params: { path: { id } } })) });

/** What follows is as of the revision of the first entries, whatever was committed meanwhile. */
const firstEntries: { offset: number; revision?: number } = { offset: 0 };

export const svnFolderQuery = (id: number, place: SvnPlace) =>
  infiniteQueryOptions({
    queryKey: ['svn', id, 'folder', place],
    async queryFn({ pageParam }) {
      const query = { ...place, ...pageParam };
      const page = await takeTagged(api.GET('/svn/{id}/folder', { params: { path: { id }, query } }));
      return { ...page, data: page.data.entries, revision: page.data.revision };
    },
    initialPageParam: firstEntries,
    getNextPageParam(last, pages) {
      const offset = nextOffset(last, pages);
      return offset === undefined ? undefined : { offset, revision: last.revision };
    },
    retry: false,
  });

export const svnLogQuery = (id: number, place: SvnPlace) =>
  infiniteQueryOptions({
    queryKey: ['svn', id, 'log', place],
    queryFn: ({ pageParam }) =>
      takeTagged(
        api.GET('/svn/{id}/log', { params: { path: { id }, query: { ...place, limit: pageSize, offset: pageParam } } }),
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    retry: false,
  });

/** Subversion says less of a change than the difference of Git: what it says besides goes into words. */
function asDifference({
  type,
  source,
  status,
  has_other_properties: hasOtherProperties,
  ...rest
}: Schemas['SvnFileDifference']): FileDifference {
  const kind = status === 'R' ? 'X' : status === 'A' && source !== null ? 'C' : status;
  const unknown = { old_mode: '', new_mode: '', old_id: null, new_id: null };
  const note = hasOtherProperties ? t('svn.properties') : type === 'folder' ? t('code.folder') : undefined;
  return {
    ...rest,
    ...unknown,
    status: kind,
    old_path: source === null ? null : `${source.path} r${source.revision}`,
    ...(note === undefined ? {} : { note }),
  };
}

/** `folder` is what the reader may see of the revision, or asked for. */
export const ofRevision = (id: number, revision: number, folder: string): DifferenceSource => ({
  key: ['svn', id, 'revision', revision, folder],
  async read(query) {
    const path = { id, revision };
    const { files, files_changed, ...svnRevision } = await take(
      api.GET('/svn/{id}/revisions/{revision}', { params: { path, query: { folder, ...query } } }),
    );
    return { svnRevision, files_changed, files: files.map(asDifference) };
  },
});

export const svnRawUrl = (id: number, { path = '', revision }: SvnPlace, isSaved = false): string =>
  `/svn-repositories/${id}/raw?${new URLSearchParams({
    path,
    ...(revision === undefined ? {} : { revision: String(revision) }),
    ...(isSaved ? { download: '1' } : {}),
  }).toString()}`;
