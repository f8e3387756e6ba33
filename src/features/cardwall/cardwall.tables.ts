// Rows of cardwalls: the columns that milestones of a tracker have as a board, and which list values of cards stand in them.
import type { Generated } from 'kysely';

interface CardwallsTable {
  /** Whose artifacts are milestones with a board. */
  tracker_id: number;
}

interface CardwallColumnsTable {
  id: Generated<number>;
  tracker_id: number;
  label: string;
  /** Name of a colour, `#RRGGBB`, or empty. */
  color: string;
  rank: number;
  /** What archives call it. */
  archive_id: string | null;
}

/** The field by which cards of a tracker stand in the columns, instead of the status. */
interface CardwallMappingsTable {
  tracker_id: number;
  card_tracker_id: number;
  field_id: number;
}

interface CardwallValuesTable {
  column_id: number;
  card_tracker_id: number;
  /** 100: none. */
  value_id: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    cardwalls: CardwallsTable;
    cardwall_columns: CardwallColumnsTable;
    cardwall_mappings: CardwallMappingsTable;
    cardwall_values: CardwallValuesTable;
  }
}
