// What the links of an artifact need to know of others: titles and states, and which there are.
import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.ts';

export interface Target {
  id: number;
  title: string;
  tracker: string;
  colour: string;
  status: { label: string; colour: string | null } | undefined;
  isOpen: boolean;
}

/** Of one request. */
const idsMax = 100;

/** Titles and states of artifacts that the person may see, by id. */
export const targetsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['/artifacts', 'targets', ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, Target>> => {
      const query = JSON.stringify({ id: [...new Set(ids)].slice(0, idsMax) });
      const { collection } = await take(api.GET('/artifacts', { params: { query: { query } }, signal }));
      return new Map(
        collection.map(({ id, title, tracker, full_status: status, is_open: isOpen }) => [
          id,
          {
            id,
            title: title ?? '',
            tracker: tracker.label,
            colour: tracker.color_name,
            status: status === null ? undefined : { label: status.value, colour: status.color },
            isOpen,
          },
        ]),
      );
    },
    enabled: ids.length > 0,
  });

export interface Found {
  id: number;
  label: string;
  colour: string;
}

const foundMax = 20;

/** Artifacts by words or by id; the last seen where nothing is typed. */
export const findArtifactsQuery = (text: string) =>
  queryOptions({
    queryKey: ['/search', 'links', text],
    queryFn: async ({ signal }): Promise<readonly Found[]> => {
      if (text === '') {
        const { entries } = await take(api.GET('/users/{id}/history', { params: { path: { id: 'self' } }, signal }));
        return entries
          .filter(({ type }) => type === 'artifact')
          .slice(0, foundMax)
          .map(foundOf);
      }
      const number = /^#?(\d{1,15})$/.exec(text)?.[1];
      const [byId, byWords] = await Promise.all([
        number === undefined ? [] : findById(Number(number)),
        take(api.GET('/search', { params: { query: { q: text, type: 'artifact', limit: foundMax } }, signal })),
      ]);
      const words = byWords.results.map(foundOf).filter(({ id }) => byId.every((one) => one.id !== id));
      return [...byId, ...words];
    },
  });

const foundOf = (entry: { per_type_id: number; xref: string | null; title: string; color_name: string }): Found => ({
  id: entry.per_type_id,
  label: `${entry.xref ?? `#${entry.per_type_id}`} ${entry.title}`,
  colour: entry.color_name,
});

async function findById(id: number): Promise<readonly Found[]> {
  const found = (await queryClient.fetchQuery(targetsQuery([id]))).get(id);
  return found === undefined ? [] : [{ id, label: `#${id} ${found.title}`, colour: found.colour }];
}

/** The trackers of a project with their fields. */
export const trackersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['/projects', projectId, 'trackers', 'all'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: projectId }, query: { limit: 50 } };
      const listed = await take(api.GET('/projects/{id}/trackers', { params, signal }));
      return listed.filter((one) => 'fields' in one);
    },
  });
