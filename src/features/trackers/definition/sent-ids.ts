// What ids of fields and values in a request mean.

/** They differ from those of the tracker where a whole one is made from a document. undefined: nothing. */
export interface SentIds {
  field(id: number): number | undefined;
  value(id: number): number | undefined;
}

export const sameIds: SentIds = { field: (id) => id, value: (id) => id };
