// The filter of a plan, by what its cards show.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { FilterMenu } from '../../ui/board/filter/filter-menu.tsx';
import { filterGroupsOf } from './filter-groups.ts';
import type { Item } from './plan.ts';
import type { PlanSearch } from './plan-search.ts';

interface Props {
  items: readonly Item[];
  search: PlanSearch;
  onChange(search: PlanSearch): void;
}

export function PlanFilter({ items, search, onChange }: Props): ReactNode {
  const groups = filterGroupsOf(items, { people: t('planning.assignee'), none: t('boards.noneOf') });
  const { filter = {}, ...others } = search;
  return (
    groups.length > 0 && (
      <FilterMenu
        groups={groups}
        filter={filter}
        onChange={(next) => onChange(next === undefined ? others : { ...others, filter: next })}
      />
    )
  );
}
