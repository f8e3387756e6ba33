// What a plan can be filtered by. Pure.
import { noneOption } from '../../ui/board/filter/board-filter.ts';
import type { FilterGroup } from '../../ui/board/filter/board-filter.ts';
import { choicesIn, peopleGroup, peopleOf } from './plan.ts';
import type { Item } from './plan.ts';

/** The people and the values of lists that cards of these items show. */
export function filterGroupsOf(items: readonly Item[], words: { people: string; none: string }): FilterGroup[] {
  const people = new Map(items.flatMap((item) => peopleOf(item).map((person) => [person.display_name, person])));
  const byField = Map.groupBy(items.flatMap(choicesIn), ({ field }) => field);
  const none = { id: noneOption, label: words.none };
  return [
    {
      id: peopleGroup,
      label: words.people,
      options: [...people].map(([id, { avatar_url: picture }]) => ({ id, label: id, picture })),
    },
    ...[...byField].map(([field, choices]) => ({
      id: field,
      label: field,
      options: [...new Map(choices.map(({ label, colour }) => [label, { id: label, label, colour }])).values()],
    })),
  ].flatMap((group) => (group.options.length === 0 ? [] : { ...group, options: [...group.options, none] }));
}
