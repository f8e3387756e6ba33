/** `YYYY-MM-DD`, or with the time `YYYY-MM-DDTHH:mm` in the zone of the person; empty for none. */
export type DateEdit = { kind: 'date'; text: string };
