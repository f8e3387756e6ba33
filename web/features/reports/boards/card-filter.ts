// What narrows a board of several trackers. Pure.
import { foldText } from '../../../../contract/fold-text.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import { passes } from '../../../ui/board/filter/board-filter.ts';
import type { BoardFilter, FilterGroup } from '../../../ui/board/filter/board-filter.ts';
import type { FoundCard } from './query-cards.ts';

export interface CardFilter {
  q: string;
  filter: BoardFilter;
}

interface Labels {
  people: string;
  nobody: string;
  tracker: string;
}

const nobodyId = '100';
const namesOf = ({ people = [] }: FoundCard): string[] => people.map(({ display_name: name }) => name);

const matches = (card: FoundCard, { q, filter }: CardFilter): boolean => {
  const words = foldText(q.trim());
  return (
    (words === '' || foldText(`${card.name} ${card.title}`).includes(words)) &&
    passes(filter, (group) => (group === 'tracker' ? [card.trackerLabel] : namesOf(card)))
  );
};

export const narrowCards = (cards: readonly FoundCard[], filter: CardFilter): readonly FoundCard[] =>
  cards.filter((card) => matches(card, filter));

/** The people and trackers of these cards. */
export function groupsOf(cards: readonly FoundCard[], labels: Labels): FilterGroup[] {
  const people = new Map(
    cards.flatMap(({ people: own = [] }) => own.map((person) => [person.display_name, person] as const)),
  );
  const trackers = new Map(cards.map(({ trackerLabel, colour }) => [trackerLabel, colour]));
  return [
    {
      id: 'people',
      label: labels.people,
      options: [
        ...[...people]
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([id, { avatar_url: picture }]) => ({ id, label: writeName(id), picture })),
        { id: nobodyId, label: labels.nobody },
      ],
    },
    {
      id: 'tracker',
      label: labels.tracker,
      options: [...trackers].map(([id, colour]) => ({ id, label: id, colour })),
    },
  ];
}
