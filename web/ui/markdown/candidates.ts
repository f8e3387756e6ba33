// Whom and what a text may name, as the server finds it for what was typed so far.
import { foldText } from '../../../contract/fold-text.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, take } from '../../platform/api.ts';
import { ownPath } from '../../platform/addresses.ts';
import { textIn } from '../../platform/parse-unknown.ts';
import { writeName } from '../../platform/names/person-names.ts';
import { completePerson, completeReference } from './completion.ts';
import type { Trigger } from './completion.ts';
import { useSettled } from '../forms/use-settled.ts';
import type { Edit } from './markdown-edits.ts';

export interface Candidate {
  id: string;
  label: string;
  /** What stands at the end of its line. */
  detail: string;
  picture?: string | undefined;
  colour?: string | undefined;
  complete(trigger: Trigger): Edit;
}

/** People who are named often here, such as those who take part in a discussion; offered before anything is typed. */
export interface Nearby {
  username: string | null;
  display_name: string;
  avatar_url: string;
}

const candidatesMax = 8;
const debounceMs = 120;

const personCandidate = ({ username, display_name: name, avatar_url: picture }: Nearby): Candidate[] =>
  username === null
    ? []
    : [
        {
          id: `@${username}`,
          label: writeName(name),
          detail: `@${username}`,
          picture: ownPath(picture),
          complete: (trigger) => completePerson(trigger, username),
        },
      ];

const artifactCandidate = (id: number, title: string, xref: string, colour: string | undefined): Candidate => ({
  id: `#${id}`,
  label: title,
  detail: xref,
  colour,
  complete: (trigger) => completeReference(trigger, id, xref),
});

async function findPeople(query: string, project: number | undefined, signal: AbortSignal): Promise<Candidate[]> {
  const params = { query, limit: candidatesMax, ...(project === undefined ? {} : { project_id: project }) };
  const found = await take(api.GET('/user_suggestions', { params: { query: params }, signal }));
  return found.flatMap(personCandidate);
}

async function findArtifacts(query: string, project: number | undefined, signal: AbortSignal): Promise<Candidate[]> {
  const q = `${query.replaceAll(/[-_]+/g, ' ').trim()}*`;
  const params = { q, type: 'artifact', limit: candidatesMax, ...(project === undefined ? {} : { project }) };
  const byId = /^\d{1,9}$/.test(query)
    ? (await take(api.GET('/artifacts', { params: { query: { query: `{"id":[${query}]}` } }, signal }))).collection.map(
        ({ id, title, xref, tracker }) => artifactCandidate(id, title ?? xref, xref, textIn(tracker, 'color_name')),
      )
    : [];
  const { results } = await take(api.GET('/search', { params: { query: params }, signal }));
  const byWords = results.map(({ per_type_id: id, title, xref, color_name: colour }) =>
    artifactCandidate(id, title, xref ?? `art #${id}`, colour),
  );
  return [...byId, ...byWords.filter(({ id }) => byId.every((one) => one.id !== id))];
}

const matches = ({ username, display_name: name }: Nearby, query: string): boolean =>
  foldText(`${username ?? ''} ${name}`).includes(foldText(query));

/** Candidates for what is being named; none while nothing is. */
export function useCandidates(
  trigger: Trigger | undefined,
  projectId: number | undefined,
  nearby: readonly Nearby[],
): readonly Candidate[] {
  const kind = trigger?.kind;
  const query = useSettled(trigger?.query ?? '', debounceMs);
  const isEnough = query !== '' || (kind === 'person' && projectId !== undefined);
  const { data = [] } = useQuery({
    queryKey: ['completion', kind, query, projectId],
    queryFn: ({ signal }) =>
      kind === 'reference' ? findArtifacts(query, projectId, signal) : findPeople(query, projectId, signal),
    enabled: kind !== undefined && isEnough,
    placeholderData: keepPreviousData,
  });
  if (trigger === undefined) return [];
  const known = kind === 'person' ? nearby.filter((one) => matches(one, trigger.query)).flatMap(personCandidate) : [];
  const found = isEnough ? data : [];
  const others = found.filter(
    ({ id }) => id.startsWith(kind === 'person' ? '@' : '#') && known.every((one) => one.id !== id),
  );
  return [...known, ...others].slice(0, candidatesMax);
}
