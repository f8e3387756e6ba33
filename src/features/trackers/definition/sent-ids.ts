// What ids of fields and values in a request mean.

/** They differ from those of the tracker where a whole one is made from a document. undefined: nothing. */
export interface SentIds {
  field(id: number): number | undefined;
  /** Of the field that has `fieldId` here. */
  value(fieldId: number, id: number): number | undefined;
}

export const sameIds: SentIds = { field: (id) => id, value: (_fieldId, id) => id };

/** What sent ids of fields and values that were made became; values by the id that their field has here. */
export interface MadeIds {
  readonly fields: Map<number, number>;
  readonly values: Map<number, Map<number, number>>;
}

/** Keeps what ids of a field's values became; those that were not called anything are passed over. */
export function keepMadeValues(
  { values: known }: MadeIds,
  fieldId: number,
  values: Iterable<{ id: number; sentId: string | undefined }>,
): void {
  const own = known.get(fieldId) ?? new Map<number, number>();
  known.set(fieldId, own);
  for (const { id, sentId } of values) if (sentId !== undefined) own.set(Number(sentId), id);
}
