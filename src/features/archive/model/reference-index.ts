// Finds elements of an archive by their references.
import { says } from '../../../platform/texts/said.ts';
import type { Warn } from './warnings.ts';
import type { ArchiveTracker } from './archive-model.ts';
import type { FormElement } from './field-model.ts';
import { listFormElements } from './field-model.ts';

export interface TrackerIndex {
  readonly ref: string;
  readonly elements: ReadonlyMap<string, FormElement>;
  readonly names: ReadonlySet<string>;
}

const indexTracker = (tracker: ArchiveTracker, onDouble: Warn): TrackerIndex => {
  const elements = new Map<string, FormElement>();
  const names = new Set<string>();
  const taken = new Set<string>();
  for (const element of listFormElements(tracker.formElements)) {
    elements.set(element.ref, element);
    names.add(element.name);
    for (const item of element.bind?.items ?? []) {
      if (item.ref === undefined) continue;
      // The origin counts values that stand for user groups apart from others, and writes both as `V101`.
      const key = `${element.bind?.kind === 'ugroups'} ${item.ref}`;
      if (taken.has(key)) onDouble(item.line, 'item', says('left.taken')`the ID \`${item.ref}\` is already used`);
      taken.add(key);
    }
  }
  return { ref: tracker.ref, elements, names };
};

/** By reference; `onDouble` hears of each list item whose ID another one of the tracker has, with its line. */
export const indexTrackers = (trackers: readonly ArchiveTracker[], onDouble: Warn): ReadonlyMap<string, TrackerIndex> =>
  new Map(trackers.map((tracker) => [tracker.ref, indexTracker(tracker, onDouble)]));
