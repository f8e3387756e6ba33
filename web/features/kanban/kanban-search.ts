// What the address of a kanban says.

/** What of the board is shown, kept in the address. */
export interface KanbanSearch {
  /** Only cards with these words in their title or number. */
  q?: string;
  /** A public report that filters. */
  report?: number;
  /** The column of what is closed as well. */
  archive?: true;
}

/** Nonsense in an address counts as nothing said. */
export const readKanbanSearch = ({ q, report, archive }: Record<string, unknown>): KanbanSearch => ({
  ...(typeof q === 'string' && q !== '' ? { q } : {}),
  ...(Number.isSafeInteger(report) && Number(report) > 0 ? { report: Number(report) } : {}),
  ...(archive === true ? { archive } : {}),
});
