// Finds elements and list items of an archive by their references.
import { says } from '../../../platform/texts/said.ts';
import type { Warn } from './warnings.ts';
import type { ArchiveTracker } from './archive-model.ts';
import type { BindItem, FormElement } from './field-model.ts';
import { listFormElements } from './field-model.ts';

export interface TrackerIndex {
  readonly ref: string;
  readonly elements: ReadonlyMap<string, FormElement>;
  readonly items: ReadonlyMap<string, BindItem>;
  readonly names: ReadonlySet<string>;
}

export interface ArchiveIndex {
  readonly trackers: ReadonlyMap<string, TrackerIndex>;
  /** References of elements of all trackers together, for what crosses trackers. */
  readonly fields: ReadonlySet<string>;
}

const indexTracker = (tracker: ArchiveTracker, onDouble: Warn): TrackerIndex => {
  const elements = new Map<string, FormElement>();
  const items = new Map<string, BindItem>();
  const names = new Set<string>();
  const taken = new Set<string>();
  for (const element of listFormElements(tracker.formElements)) {
    elements.set(element.ref, element);
    names.add(element.name);
    for (const item of element.bind?.items ?? []) {
      if (item.ref === undefined) continue;
      // The origin counts values that stand for user groups apart from others, and writes both as `V101`.
      const key = `${element.bind?.kind === 'ugroups'} ${item.ref}`;
      if (taken.has(key)) onDouble(item.line, 'item', says('left.taken')`the ID \`${item.ref}\` is already taken`);
      taken.add(key);
      if (!items.has(item.ref)) items.set(item.ref, item);
    }
  }
  return { ref: tracker.ref, elements, items, names };
};

/** Indexes trackers; `onDouble` hears of each list item whose ID another one of the tracker has, with its line. */
export const indexTrackers = (trackers: readonly ArchiveTracker[], onDouble: Warn): ArchiveIndex => {
  const indexes = new Map<string, TrackerIndex>();
  for (const tracker of trackers) {
    indexes.set(tracker.ref, indexTracker(tracker, onDouble));
  }
  const all = [...indexes.values()];
  return {
    trackers: indexes,
    fields: new Set(all.flatMap((index) => [...index.elements.keys()])),
  };
};

/**
 * The item that a `ListValue` of kind `ref` means: by its ID, or by its ID without the leading `V` (`101` for `V101`),
 * which is how changesets write it. Undefined when the field has no such item.
 */
export const findItem = (items: readonly BindItem[], ref: string): BindItem | undefined =>
  items.find((item) => item.ref === ref) ?? items.find((item) => item.ref === `V${ref}`);
