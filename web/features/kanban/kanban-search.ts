// What the address of a kanban says.

/** What of the board is shown, kept in the address. */
export interface KanbanSearch {
  /** Only cards with these words in their title or number. */
  q?: string;
  /** A public report that filters. */
  report?: number;
  /** Only cards of this account. */
  person?: number;
  /** Id of the list whose values are rows. */
  rows?: number;
  /** The column of what is closed as well. */
  archive?: true;
  /** How work flows, in place of the board. */
  flow?: true;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Nonsense in an address counts as nothing said. */
export const readKanbanSearch = ({
  q,
  report,
  person,
  rows,
  archive,
  flow,
}: Record<string, unknown>): KanbanSearch => ({
  ...(typeof q === 'string' && q !== '' ? { q } : {}),
  ...(isId(report) ? { report } : {}),
  ...(isId(person) ? { person } : {}),
  ...(isId(rows) ? { rows } : {}),
  ...(archive === true ? { archive } : {}),
  ...(flow === true ? { flow } : {}),
});
