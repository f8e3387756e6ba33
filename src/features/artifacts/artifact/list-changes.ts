// What changes make of lists of one value, as rows.
import { fieldIs, isFieldType } from '../../trackers/index.ts';

export interface ListChange {
  artifactId: number;
  fieldId: number;
  changesetId: number;
  atMs: number;
  fromKey: number;
  toKey: number;
}

/** A changeset that was appended: when, and the stored values that it set. */
export interface ListStep {
  changesetId: number;
  atMs: number;
  values: Readonly<Record<string, unknown>>;
}

/** Whether the changes of the field are kept as rows. */
export const isTrackedList = (type: string | undefined): boolean =>
  type !== undefined && isFieldType(type) && fieldIs.choice({ type });

/** The chosen value; 0 for none. */
const keyOf = (stored: unknown): number => {
  const key: unknown = Array.isArray(stored) ? stored[0] : undefined;
  return typeof key === 'number' ? key : 0;
};

/** Rows of an artifact's steps, in their order. `typeOf` tells types of fields; `old` are its values before them, `afterMs` when it last changed. */
export function listChangesOf(
  typeOf: (fieldId: number) => string | undefined,
  { artifactId, afterMs, old }: { artifactId: number; afterMs: number; old: Readonly<Record<string, unknown>> },
  steps: readonly ListStep[],
): ListChange[] {
  const keys = new Map<number, number>();
  let latestMs = afterMs;
  return steps.flatMap(({ changesetId, atMs, values }) => {
    latestMs = Math.max(latestMs, atMs);
    return Object.entries(values).flatMap(([id, stored]): ListChange[] => {
      const fieldId = Number(id);
      if (!isTrackedList(typeOf(fieldId))) return [];
      const fromKey = keys.get(fieldId) ?? keyOf(old[id]);
      const toKey = keyOf(stored);
      keys.set(fieldId, toKey);
      return fromKey === toKey ? [] : [{ artifactId, fieldId, changesetId, atMs: latestMs, fromKey, toKey }];
    });
  });
}
