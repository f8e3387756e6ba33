// How much of each kind is found for some words, and people and projects, which have routes of their own.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, take, takeTagged } from '../../platform/api.ts';
import { useSelf } from '../../platform/session.ts';
import type { SearchWish } from './search-address.ts';

/** Kinds that the search itself does not know. */
export const isOwnKind = (type: string | undefined): type is 'people' | 'projects' | 'code' =>
  type === 'people' || type === 'projects' || type === 'code';

const shownMax = 50;

const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ['/users', 'search', q],
    queryFn: ({ signal }) =>
      takeTagged(api.GET('/users', { params: { query: { query: q, limit: shownMax } }, signal })),
    placeholderData: keepPreviousData,
  });

const projectsQuery = (q: string) =>
  queryOptions({
    queryKey: ['/projects', 'search', q],
    queryFn: ({ signal }) =>
      takeTagged(api.GET('/projects', { params: { query: { words: q, limit: shownMax } }, signal })),
    placeholderData: keepPreviousData,
  });

const typesQuery = (q: string, { project, tracker }: SearchWish) =>
  queryOptions({
    queryKey: ['/search', 'types', q, project, tracker],
    queryFn: ({ signal }) =>
      take(
        api.GET('/search', {
          params: {
            query: {
              q,
              limit: 1,
              ...(project === undefined ? {} : { project }),
              ...(tracker === undefined ? {} : { tracker }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** As long as the server takes it. */
const isCodeText = (q: string): boolean => q.length >= 2 && q.length <= 100;

const codeQuery = (q: string, project: number | undefined) =>
  queryOptions({
    queryKey: ['/code_search', q, project],
    queryFn: ({ signal }) =>
      take(
        api.GET('/code_search', {
          params: { query: { q, ...(project === undefined ? {} : { project }) } },
          signal,
        }),
      ),
    retry: false,
  });

/** Fewer letters name nobody. */
const lettersMin = 3;

/** What is found beside the results of the search; nothing before that is known. */
export function useKinds(wish: SearchWish) {
  const isSignedIn = useSelf() !== undefined;
  const q = wish.q?.trim() ?? '';
  const isWide = wish.project === undefined && wish.tracker === undefined;
  // What begins with a brace is a query of another form.
  const isAsked = q.length >= lettersMin && isWide && !q.startsWith('{');
  const people = useQuery({ ...peopleQuery(q), enabled: isAsked && isSignedIn });
  const projects = useQuery({ ...projectsQuery(q), enabled: isAsked });
  const types = useQuery({ ...typesQuery(q, wish), enabled: q !== '' });
  // Git reads every file, so it is asked by those alone who look for code.
  const code = useQuery({ ...codeQuery(q, wish.project), enabled: wish.type === 'code' && isCodeText(q) });
  const isShown = isAsked || isOwnKind(wish.type);
  return {
    people: isShown ? (people.data?.data ?? []) : [],
    projects: isShown ? (projects.data?.data ?? []) : [],
    counts: [
      ...(types.data?.facets.types ?? []),
      { type: 'people', count: isShown ? (people.data?.size ?? people.data?.data.length ?? 0) : 0 },
      { type: 'projects', count: isShown ? (projects.data?.size ?? projects.data?.data.length ?? 0) : 0 },
      ...(isCodeText(q) ? [{ type: 'code', count: code.data?.results.length }] : []),
    ].filter(({ type, count }) => count !== 0 || type === wish.type),
    code,
    isMoreCode: code.data?.is_complete === false,
    isMore: types.data?.is_complete === false,
    size: types.data?.size ?? 0,
  };
}

export type Kinds = ReturnType<typeof useKinds>;
export type CodeFound = Kinds['code'];
