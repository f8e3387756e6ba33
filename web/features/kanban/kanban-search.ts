// What the address of a kanban says.
import { readBoardFilter } from '../../ui/board/filter/board-filter.ts';
import type { BoardFilter } from '../../ui/board/filter/board-filter.ts';

/** What of the board is shown, kept in the address. */
export interface KanbanSearch {
  /** Only cards with these words in their title or number. */
  q?: string;
  /** A public report that filters. */
  report?: number;
  /** Only cards of one of these accounts; 100 stands for cards of nobody. */
  people?: readonly number[];
  /** Only cards with one of these values in each of these fields, by id of the field. */
  filter?: BoardFilter;
  /** Id of the list whose values are rows. */
  rows?: number;
  /** How work flows, in place of the board. */
  flow?: true;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Nonsense in an address counts as nothing said. Addresses of old name one `person`. */
export const readKanbanSearch = ({
  q,
  report,
  person,
  people,
  filter,
  rows,
  flow,
}: Record<string, unknown>): KanbanSearch => {
  const named: unknown[] = Array.isArray(people) ? people : [];
  const ids = [...new Set([...named, person].filter(isId))];
  const values = readBoardFilter(filter);
  return {
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(isId(report) ? { report } : {}),
    ...(ids.length > 0 ? { people: ids } : {}),
    ...(values === undefined ? {} : { filter: values }),
    ...(isId(rows) ? { rows } : {}),
    ...(flow === true ? { flow } : {}),
  };
};
