// Makes the values that people add to open lists.
import type { Writer } from '../../../../platform/database/index.ts';
import type { Definition } from '../../definition/definition.ts';
import { requireRoomForValues } from '../../definition/list-values.ts';
import { nameOpenValues } from '../../definition/trackers.store.ts';
import type { NameValues } from '../field-type.ts';

interface ValueNamer {
  /** Of one open list. Throws invalid where there is no room for what it makes. */
  nameValues(fieldId: number): NameValues;
  /** Whether the tracker has values that it had not before. */
  hasMade(): boolean;
}

/** Makes what changes in this transaction name for the first time in open lists of a tracker. */
export function createValueNamer(tx: Writer, tracker: Pick<Definition, 'fieldById'>): ValueNamer {
  let madeTogether = 0;
  return {
    nameValues: (fieldId) => async (labels) => {
      const { ids, made } = await nameOpenValues(tx, fieldId, labels);
      madeTogether += made;
      if (made > 0) requireRoomForValues(tracker, madeTogether);
      return ids;
    },
    hasMade: () => madeTogether > 0,
  };
}
