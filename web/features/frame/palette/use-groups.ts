// What the palette looks through, in the order of its groups: what can be done with the open thing, then where one can go, and what the
// server finds for words.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, take } from '../../../platform/api.ts';
import { pageOf } from '../../../platform/addresses.ts';
import { t } from '../../../platform/i18n.ts';
import { createLabel } from '../../../platform/names/create-label.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import { useSelf } from '../../../platform/session.ts';
import { useSettled } from '../../../ui/forms/use-settled.ts';
import { loadSettingsPages } from '../../administration/index.ts';
import { historyQuery } from '../../home/index.ts';
import { loadAccountPages } from '../../people/index.ts';
import {
  nameService,
  pageOfService,
  projectByIdQuery,
  projectsQuery,
  servicesQuery,
  summaryQuery,
  trackersQuery,
} from '../../projects/index.ts';
import { useHere } from '../use-here.ts';
import { newArtifactPage } from './recent-trackers.ts';
import { numberOf, pick, searchWords } from './palette-match.ts';
import type { SiteAction } from './site-actions.ts';
import type { CreateTargets } from './use-create-targets.ts';
import { useOpenRecent } from './use-open-recent.ts';
import { usePlanPages } from './use-plan-pages.ts';

export interface Item {
  id: string;
  title: string;
  /** Beside the title. */
  more?: string | undefined;
  colour?: string;
  /** One emoji, or nothing. */
  icon?: string | undefined;
  keys?: string;
  /** A page, or what it does. */
  goal: string | (() => void);
}

export interface Group {
  id: string;
  title: string;
  items: readonly Item[];
  /** What stands beside the titles is the same for many, and finds none. */
  isByTitle?: boolean;
}

interface Entry {
  html_url: string;
  type: string;
  title: string;
  xref: string | null;
  color_name: string;
  tracker_icon: string;
  project: { label_without_icon: string };
}

const resultsMax = 8;
const peopleMax = 4;
/** The server takes no longer names. */
const nameMax = 254;
const groupMax = 6;
/** A pause of typing after which the server is asked, ms. */
const pauseMs = 60;

const showEntry = (
  prefix: string,
  { html_url: url, title, xref, color_name: colour, tracker_icon: icon, project }: Omit<Entry, 'type'>,
): Item => ({
  id: `${prefix}${url}`,
  title: title === '' ? (xref ?? '') : title,
  more: [xref ?? '', project.label_without_icon].filter((text) => text !== '').join(' · '),
  colour,
  icon,
  goal: pageOf(url),
});

interface Found {
  artifacts: readonly Item[];
  commits: readonly Item[];
  isSettled: boolean;
}

/** What is found by words on the server, for a person who types. */
function useFound(typed: string): Found {
  const words = searchWords(useSettled(typed, pauseMs));
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['/search', 'palette', words],
    queryFn: ({ signal }) => take(api.GET('/search', { params: { query: { q: words, limit: resultsMax } }, signal })),
    enabled: words.length > 1,
    placeholderData: keepPreviousData,
  });
  const found = typed.length > 1 ? (data?.results ?? []) : [];
  const show = (isCommit: boolean): readonly Item[] =>
    found.filter(({ type }) => (type === 'commit') === isCommit).map((entry) => showEntry('found ', entry));
  return {
    artifacts: show(false),
    commits: show(true),
    isSettled: data !== undefined && !isPlaceholderData && words === searchWords(typed),
  };
}

/** People by part of a name, from its first letter on, for those who are signed in. */
function usePeople(typed: string): readonly Item[] {
  const isSignedIn = useSelf() !== undefined;
  const query = useSettled(typed, pauseMs);
  const { data = [] } = useQuery({
    queryKey: ['/user_suggestions', 'palette', query],
    queryFn: ({ signal }) =>
      take(api.GET('/user_suggestions', { params: { query: { query, limit: peopleMax } }, signal })),
    enabled: isSignedIn && query !== '' && query.length <= nameMax,
    placeholderData: keepPreviousData,
  });
  return typed !== '' && typed.length <= nameMax
    ? data.flatMap(({ id, username, display_name: name }) =>
        username === null
          ? []
          : [{ id: `person ${id}`, title: writeName(name), more: username, goal: `/users/${username}` }],
      )
    : [];
}

/** Trackers of the project that one is in, then those that one was in. */
function useTrackers(recent: CreateTargets['recent']): readonly Item[] {
  const projectId = useHere()?.projectId;
  const { data: project } = useQuery({ ...projectByIdQuery(projectId ?? 0), enabled: projectId !== undefined });
  const { data: trackers } = useQuery({ ...trackersQuery(projectId ?? 0), enabled: projectId !== undefined });
  const here = (projectId === undefined ? [] : (trackers ?? [])).map((tracker) => ({
    ...tracker,
    project: project?.label_without_icon ?? '',
  }));
  const known = new Set(here.map(({ id }) => id));
  return [...here, ...recent.filter(({ id }) => !known.has(id))].map(({ id, label, colour, icon, project: more }) => ({
    id: `tracker ${id}`,
    title: label,
    more,
    colour,
    icon,
    goal: `/trackers/${id}`,
  }));
}

/** Pages of the project that one is in. */
function useServices(): readonly Item[] {
  const projectId = useHere()?.projectId;
  const isHere = projectId !== undefined;
  const { data: project } = useQuery({ ...projectByIdQuery(projectId ?? 0), enabled: isHere });
  const { data: services = [] } = useQuery({ ...servicesQuery(projectId ?? 0), enabled: isHere });
  if (project === undefined || !isHere) return [];
  const more = project.label_without_icon;
  const overview = {
    id: 'service overview',
    title: t('frame.overview'),
    more,
    goal: `/projects/${project.shortname}/overview`,
  };
  const pages = services.flatMap((service): Item[] => {
    const page = service.is_enabled ? pageOfService(service, project) : undefined;
    if (page === undefined) return [];
    const goal = service.is_custom ? (): void => location.assign(page) : page;
    const title = service.is_custom ? service.label : nameService(service);
    return [{ id: `service ${service.id}`, title, more, goal }];
  });
  return [overview, ...pages];
}

/** Pages of settings that the person may open. */
function useSettingsPages(): readonly Item[] {
  const self = useSelf();
  const projectId = useHere()?.projectId;
  const isHere = projectId !== undefined;
  const { data: project } = useQuery({ ...projectByIdQuery(projectId ?? 0), enabled: isHere });
  const { data: summary } = useQuery({ ...summaryQuery(projectId ?? 0), enabled: isHere });
  const { data: pages } = useQuery({
    queryKey: ['settings pages'],
    queryFn: async () => ({ ...(await loadSettingsPages()), ...(await loadAccountPages()) }),
    enabled: self !== undefined,
    staleTime: Infinity,
  });
  if (pages === undefined || self === undefined) return [];
  const list = (entries: readonly { to: string; label: string }[], more: string): Item[] =>
    entries.map(({ to, label }) => ({ id: `settings ${to}`, title: label, more, goal: to }));
  const ofProject =
    isHere && project !== undefined && summary?.may_administer === true
      ? pages.listProjectPages().map(({ to, label }) => ({ to: to.replace('$project', project.shortname), label }))
      : [];
  return [
    ...list(ofProject, `${t('frame.projectSettings')} · ${project?.label_without_icon ?? ''}`),
    ...list(pages.listAccountPages(), t('frame.settings')),
    ...(self.is_site_admin === true ? list(pages.listSitePages(), t('frame.site')) : []),
  ];
}

const showAction = ({ id, title, keys, run }: SiteAction): Item => ({
  id: `action ${id}`,
  title,
  ...(keys === undefined ? {} : { keys }),
  goal: run,
});

/** What is known without asking with every key: before what the server finds, and after it. */
function useKnown(
  typed: string,
  actions: readonly SiteAction[],
  targets: CreateTargets,
): { first: Group[]; last: Group[] } {
  const isSignedIn = useSelf() !== undefined;
  const { data: history } = useQuery({ ...historyQuery, enabled: isSignedIn });
  const { data: projects = [] } = useQuery(projectsQuery(isSignedIn));
  const recent = useOpenRecent(targets.recent);
  const ofPage = actions.filter(({ isOfPage }) => isOfPage === true);
  const others = actions.filter(({ isOfPage }) => isOfPage !== true);
  const first = [
    { id: 'here', title: t('frame.actionsHere'), items: ofPage.map(showAction) },
    { id: 'trackers', title: t('frame.trackers'), items: useTrackers(recent), isByTitle: true },
    { id: 'services', title: t('frame.services'), items: useServices(), isByTitle: true },
    { id: 'plans', title: t('planning.planning'), items: usePlanPages(), isByTitle: true },
    { id: 'settings', title: t('frame.settingsPages'), items: useSettingsPages(), isByTitle: true },
  ];
  const ofProjects = projects.map(({ id, label, shortname }) => ({
    id: `project ${id}`,
    title: label,
    more: shortname,
    goal: `/projects/${shortname}`,
  }));
  const create = [...targets.here, ...recent].map(({ id, label, singularLabel, colour, icon, project }) => ({
    id: `create ${id}`,
    title: createLabel(singularLabel ?? label),
    more: project,
    colour,
    icon,
    goal: newArtifactPage(id),
  }));
  const seen = {
    id: 'seen',
    title: t('frame.seen'),
    items: (history?.entries ?? []).map((entry) => showEntry('seen ', entry)),
  };
  const last = [
    { id: 'projects', title: t(isSignedIn ? 'frame.ownProjects' : 'frame.projects'), items: ofProjects },
    { id: 'create', title: t('frame.create'), items: create },
    { id: 'actions', title: t('frame.actions'), items: others.map(showAction) },
  ];
  // Who types nothing may want to go back.
  return typed === ''
    ? { first: [...first.slice(0, 1), seen, ...first.slice(1)], last }
    : { first, last: [...last.slice(0, 1), seen, ...last.slice(1)] };
}

/** The groups that have something for what is typed; `isSettled`: the server has answered that. */
export function useGroups(
  typed: string,
  actions: readonly SiteAction[],
  targets: CreateTargets,
): { groups: readonly Group[]; isSettled: boolean } {
  const { artifacts, commits, isSettled } = useFound(typed);
  const people = usePeople(typed);
  const { first, last } = useKnown(typed, actions, targets);
  const fitting = (all: readonly Group[]): Group[] =>
    all.map((group) => ({ ...group, items: pick(group.items, typed, groupMax, group.isByTitle) }));
  const [before, after] = [fitting(first), fitting(last)];
  const goals = new Set([...before, ...after].flatMap(({ items }) => items.map(({ goal }) => goal)));
  const number = numberOf(typed);
  const byNumber: Item[] =
    number === undefined
      ? []
      : [{ id: 'number', title: t('frame.openNumber', { number: String(number) }), goal: `/artifacts/${number}` }];
  const everything: Item[] =
    typed.length > 1
      ? [{ id: 'all', title: t('frame.searchAll', { words: typed }), goal: `/search?q=${encodeURIComponent(typed)}` }]
      : [];
  const groups: Group[] = [
    ...before,
    { id: 'people', title: t('frame.people'), items: people },
    ...after,
    {
      id: 'found',
      title: t('frame.found'),
      items: [...byNumber, ...artifacts.filter(({ goal }) => !goals.has(goal)), ...everything],
    },
    { id: 'commits', title: t('frame.commits'), items: commits },
  ];
  return { groups: groups.filter(({ items }) => items.length > 0), isSettled };
}
