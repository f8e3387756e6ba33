// The order that a client asks for in words: fields by id or short name, a minus before those that descend.
import { invalid } from '../../../platform/errors.ts';
import type { Definition } from '../../trackers/index.ts';
import type { SortStep } from './listings.service.ts';
import { isSortable } from './sort-keys.ts';

const stepsMax = 5;

/** Reads a text such as `-severity,title`. Throws invalid with the path `sort` for unknown fields and those that sort nothing. */
export function readSortSteps(tracker: Definition, text: string): SortStep[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.length > stepsMax) throw invalid(`at most ${stepsMax} fields sort`, 'sort');
  return names.map((name) => {
    const isDescending = name.startsWith('-');
    const key = isDescending ? name.slice(1) : name;
    const field = tracker.fieldByName.get(key) ?? tracker.fieldById.get(/^\d{1,15}$/.test(key) ? Number(key) : -1);
    if (field === undefined || field.settings.isDeleted === true)
      throw invalid(`the tracker has no field ${JSON.stringify(key)}`, 'sort');
    if (!isSortable(field)) throw invalid(`nothing can be sorted by ${field.name}`, 'sort');
    return { field, isDescending };
  });
}
