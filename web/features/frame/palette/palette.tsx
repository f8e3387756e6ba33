// Goes anywhere and does anything by keyboard: what somebody types is looked for among actions, projects, what they saw last
// and everything that the search knows.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Autocomplete, Header, Input, Menu, MenuItem, MenuSection, SearchField } from 'react-aria-components';
import { useEffect } from '../../../platform/effects.ts';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { createLabel } from '../../../platform/names/create-label.ts';
import { pageOf } from '../../../platform/addresses.ts';
import { useSelf } from '../../../platform/session.ts';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { useSettled } from '../../../ui/forms/use-settled.ts';
import { TrackerMark } from '../../../ui/tracker-mark.tsx';
import ui from '../../../ui/ui.module.css';
import { historyQuery } from '../../home/index.ts';
import { projectsQuery } from '../../projects/index.ts';
import { newArtifactPage } from './recent-trackers.ts';
import css from '../frame.module.css';
import { numberOf, pick, searchWords } from './palette-match.ts';
import type { SiteAction } from './site-actions.ts';
import type { CreateTargets } from './use-create-targets.ts';
import { useOpenRecent } from './use-open-recent.ts';
import { usePlanPages } from './use-plan-pages.ts';

interface Item {
  id: string;
  title: string;
  /** Beside the title. */
  more?: string;
  colour?: string;
  /** One emoji, or nothing. */
  icon?: string | undefined;
  keys?: string;
  /** A page, or what it does. */
  goal: string | (() => void);
}

interface Group {
  id: string;
  title: string;
  items: readonly Item[];
}

interface Entry {
  html_url: string;
  title: string;
  xref: string | null;
  color_name: string;
  tracker_icon: string;
  project: { label_without_icon: string };
}

const resultsMax = 8;
const groupMax = 6;
/** A pause of typing after which the server is asked, ms. */
const pauseMs = 60;

const showEntry = (
  prefix: string,
  { html_url: url, title, xref, color_name: colour, tracker_icon: icon, project }: Entry,
): Item => ({
  id: `${prefix}${url}`,
  title: title === '' ? (xref ?? '') : title,
  more: [xref ?? '', project.label_without_icon].filter((text) => text !== '').join(' · '),
  colour,
  icon,
  goal: pageOf(url),
});

/** What is found by words on the server, for a person who types. */
function useFound(typed: string): { items: readonly Item[]; isSettled: boolean } {
  const words = searchWords(useSettled(typed, pauseMs));
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['/search', 'palette', words],
    queryFn: ({ signal }) => take(api.GET('/search', { params: { query: { q: words, limit: resultsMax } }, signal })),
    enabled: words.length > 1,
    placeholderData: keepPreviousData,
  });
  const items = typed.length > 1 ? (data?.results ?? []).map((entry) => showEntry('found ', entry)) : [];
  return { items, isSettled: data !== undefined && !isPlaceholderData && words === searchWords(typed) };
}

/** What is known without asking with every key. */
function useKnown(actions: readonly SiteAction[], targets: CreateTargets): readonly Group[] {
  const isSignedIn = useSelf() !== undefined;
  const { data: history } = useQuery({ ...historyQuery, enabled: isSignedIn });
  const { data: projects } = useQuery(projectsQuery(isSignedIn));
  const recent = useOpenRecent(targets.recent);
  return [
    {
      id: 'seen',
      title: t('frame.seen'),
      items: (history?.entries ?? []).map((entry) => showEntry('seen ', entry)),
    },
    { id: 'plans', title: t('planning.planning'), items: usePlanPages() },
    {
      id: 'projects',
      title: t(isSignedIn ? 'frame.ownProjects' : 'frame.projects'),
      items: (projects ?? []).map(({ id, label, shortname }) => ({
        id: `project ${id}`,
        title: label,
        more: shortname,
        goal: `/projects/${shortname}`,
      })),
    },
    {
      id: 'create',
      title: t('frame.create'),
      items: [...targets.here, ...recent].map(({ id, label, singularLabel, colour, icon, project }) => ({
        id: `create ${id}`,
        title: createLabel(singularLabel ?? label),
        more: project,
        colour,
        icon,
        goal: newArtifactPage(id),
      })),
    },
    {
      id: 'actions',
      title: t('frame.actions'),
      items: actions.map(({ id, title, keys, run }) => ({
        id: `action ${id}`,
        title,
        ...(keys === undefined ? {} : { keys }),
        goal: run,
      })),
    },
  ];
}

function addSearch(typed: string, found: readonly Item[]): Group[] {
  const number = numberOf(typed);
  const items: Item[] = [
    ...(number === undefined
      ? []
      : [{ id: 'number', title: t('frame.openNumber', { number: String(number) }), goal: `/artifacts/${number}` }]),
    ...found,
    ...(typed.length > 1
      ? [{ id: 'all', title: t('frame.searchAll', { words: typed }), goal: `/search?q=${encodeURIComponent(typed)}` }]
      : []),
  ];
  return [{ id: 'found', title: t('frame.found'), items }];
}

interface Props {
  actions: readonly SiteAction[];
  targets: CreateTargets;
  /** What was typed before this was there; taken. */
  typed: RefObject<string>;
  onClose(): void;
}

export function Palette({ actions, targets, typed: before, onClose }: Props): ReactNode {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  // Enter was pressed before there was anything to choose from.
  const [isSent, setSent] = useState(false);
  const takeTyped = useCallback(
    (box: HTMLInputElement | null): void => {
      if (box === null || before.current === '') return;
      // As if it were typed now: what comes next follows it.
      requestAnimationFrame(() => {
        box.focus();
        document.execCommand('insertText', false, before.current.replaceAll('\n', ''));
        setSent(before.current.endsWith('\n'));
        before.current = '';
      });
    },
    [before],
  );
  const typed = text.trim();
  const { items: found, isSettled } = useFound(typed);
  const known = useKnown(actions, targets).map((group) => ({ ...group, items: pick(group.items, typed, groupMax) }));
  const goals = new Set(known.flatMap(({ items }) => items.map(({ goal }) => goal)));
  const further = found.filter(({ goal }) => !goals.has(goal));
  const groups = [...known, ...addSearch(typed, further)].filter(({ items }) => items.length > 0);
  const run = (id: string): void => {
    const goal = groups.flatMap(({ items }) => items).find((item) => item.id === id)?.goal;
    onClose();
    if (typeof goal === 'string') void navigate({ href: goal });
    else goal?.();
  };
  const first = groups[0]?.items[0]?.id;
  const isReady = isSent && typed !== '' && (typed.length < 2 || isSettled) && first !== undefined;
  useEffect(() => {
    if (isReady) run(first);
  }, [isReady]);
  return (
    <Dialog title={t('frame.palette')} isOpen onClose={onClose} isWide>
      <Autocomplete filter={() => true}>
        <SearchField aria-label={t('frame.searchHint')} value={text} onChange={setText} autoFocus>
          <Input dir="auto" ref={takeTyped} className={ui.input} placeholder={t('frame.searchHint')} />
        </SearchField>
        <Menu
          className={`${ui.list} ${css.paletteList}`}
          aria-label={t('frame.found')}
          onAction={(id) => run(String(id))}
          data-settled={typed === '' || isSettled}
        >
          {groups.map(({ id, title, items }) => (
            <MenuSection key={id} id={id}>
              <Header className={ui.group}>{title}</Header>
              {items.map((item) => (
                <MenuItem key={item.id} id={item.id} textValue={item.title} className={ui.option}>
                  {item.colour !== undefined && <TrackerMark colour={item.colour} icon={item.icon} />}
                  <span className={css.cut}>{item.title}</span>
                  {item.more !== undefined && (
                    <span className={`${ui.end} ${ui.small} ${css.cut} ${css.more}`}>{item.more}</span>
                  )}
                  {item.keys !== undefined && <kbd className={ui.end}>{item.keys}</kbd>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}
