// What narrows a plan: words, and filters of one key each.
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import type { Shortcut } from '../../platform/keyboard/shortcuts.ts';
import { BoardTools } from '../../ui/board/board-tools.tsx';
import { Checkbox } from '../../ui/forms/fields.tsx';
import { openNumber } from '../../ui/forms/number-in-place.tsx';
import type { Item } from './plan.ts';
import type { PlanSearch } from './plan-search.ts';
import { lazy } from '../../ui/lazy.tsx';

/** At the end, where nothing moves when it is read. */
const PlanFilter = lazy(async () => (await import('./plan-filter.tsx')).PlanFilter);

type Switch = 'mine' | 'unestimated' | 'unplanned' | 'closed';

interface Props {
  search: PlanSearch;
  items: readonly Item[];
  onChange(search: PlanSearch): void;
}

export function PlanTools({ search, items, onChange }: Props): ReactNode {
  const isKnown = useSelf() !== undefined;
  const flip = (name: Switch): void => {
    const { [name]: was, ...others } = search;
    onChange(was === true ? others : { ...others, [name]: true });
  };
  const keys = useMemo<readonly Shortcut[]>(
    () => [
      ...(isKnown ? [{ keys: 'm', label: 'planning.key.mine' as const, run: () => flip('mine') }] : []),
      { keys: 'h', label: 'planning.key.closed', run: () => flip('closed') },
      { keys: 'u', label: 'planning.key.unestimated', run: () => flip('unestimated') },
      { keys: 'n', label: 'planning.key.unplanned', run: () => flip('unplanned') },
      { keys: 'e', label: 'planning.key.estimate', run: openNumber },
    ],
    [isKnown, search],
  );
  useShortcuts(keys);
  const one = (name: Switch, label: string): ReactNode => (
    <Checkbox isSelected={search[name] === true} onChange={() => flip(name)}>
      {label}
    </Checkbox>
  );
  return (
    <BoardTools
      label={t('planning.words')}
      words={search.q ?? ''}
      onWords={(words) => {
        const { q: _old, ...others } = search;
        onChange(words === '' ? others : { ...others, q: words });
      }}
    >
      {isKnown && one('mine', t('planning.mine'))}
      {one('unestimated', t('planning.unestimated'))}
      {one('unplanned', t('planning.unplanned'))}
      {one('closed', t('planning.closed'))}
      <PlanFilter items={items} search={search} onChange={onChange} />
    </BoardTools>
  );
}
