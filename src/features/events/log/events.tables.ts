// The table that says from where on events are kept.

interface EventsKeptTable {
  /** 1: there is one row. */
  id: number;
  /** Events up to this position are gone. */
  after_position: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    events_kept: EventsKeptTable;
  }
}
