// What was found by kind, with counts; and people and projects, which are no documents.
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { atLeast, formatCount, t } from '../../platform/i18n.ts';
import type { PlainKey } from '../../platform/i18n.ts';
import { writeName } from '../../platform/names/person-names.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Link } from '../../ui/link.tsx';
import ui from '../../ui/ui.module.css';
import { ProjectIcon } from '../projects/index.ts';
import { isOwnKind } from './kinds.queries.ts';
import type { Kinds } from './kinds.queries.ts';
import { changeSearch } from './search-address.ts';
import type { SearchWish } from './search-address.ts';
import css from './search.module.css';

const route = getRouteApi('/search');

const names: Readonly<Record<string, PlainKey>> = {
  artifact: 'search.type.artifact',
  commit: 'search.type.commit',
  code: 'search.type.code',
  people: 'search.type.people',
  projects: 'search.type.projects',
};

const nameType = (type: string): string => {
  const key = Object.hasOwn(names, type) ? names[type] : undefined;
  return key === undefined ? type : t(key);
};

export function KindLinks({ kinds }: { kinds: Kinds }): ReactNode {
  const { type: chosen } = route.useSearch();
  const entries = [{ type: undefined, count: kinds.size }, ...kinds.counts];
  return (
    <nav className={ui.tabs} aria-label={t('search.types')}>
      {entries.map(({ type, count }) => (
        <Link
          key={type ?? ''}
          from="/search"
          to="/search"
          search={(now: SearchWish) => changeSearch(now, { type })}
          className={ui.tab}
          activeOptions={{ exact: true, explicitUndefined: true }}
          aria-current={type === chosen ? 'page' : undefined}
        >
          {type === undefined ? t('search.type.all') : nameType(type)}{' '}
          {count !== undefined && (
            <span className={ui.faint}>{formatCount(atLeast(count, isMoreOf(kinds, type)))}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

const isMoreOf = ({ isMore, isMoreCode }: Kinds, type: string | undefined): boolean =>
  type === 'code' ? isMoreCode : isMore && !isOwnKind(type);

/** `max`: so many of them. */
export const People = ({ people, max = people.length }: { people: Kinds['people']; max?: number }): ReactNode =>
  people.length > 0 && (
    <ul className={css.found} aria-label={t('search.type.people')}>
      {people.slice(0, max).map(({ id, username, display_name: name, avatar_url: picture }) => (
        <li key={id}>
          <Link to="/users/$name" params={{ name: username ?? '' }} className={css.thing}>
            <Avatar person={{ avatar_url: picture, display_name: name }} size={28} />
            <span className={css.label}>{writeName(name)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );

/** `max`: so many of them. */
export const Projects = ({
  projects,
  max = projects.length,
}: {
  projects: Kinds['projects'];
  max?: number;
}): ReactNode =>
  projects.length > 0 && (
    <ul className={css.found} aria-label={t('search.type.projects')}>
      {projects.slice(0, max).map((project) => (
        <li key={project.id}>
          <Link to="/projects/$project" params={{ project: project.shortname }} className={css.thing}>
            <ProjectIcon project={project} />
            <span className={css.label}>{project.label_without_icon}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
