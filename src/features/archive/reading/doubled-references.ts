// Fields that have the ID of another one: each gets one of its own.
import { says } from '../../../platform/texts/said.ts';
import type { ArchiveTracker } from '../model/archive-model.ts';
import type { FormElement } from '../model/field-model.ts';
import { tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { listFormElements } from './read-fields.ts';

/**
 * Trackers whose fields have an ID of their own each: one whose ID another field of its tracker has gets a free one, which is told or
 * refused at `place`. References mean the first.
 */
export function giveFieldReferences(trackers: readonly ArchiveTracker[], place: XmlElement): ArchiveTracker[] {
  const taken = new Set(trackers.flatMap(({ formElements }) => listFormElements(formElements)).map(({ ref }) => ref));
  let number = 1;
  const chooseFree = (): string => {
    while (taken.has(`F${number}`)) number += 1;
    taken.add(`F${number}`);
    return `F${number}`;
  };
  return trackers.map((tracker) => {
    const given = new Set<string>();
    const give = (element: FormElement): FormElement => {
      const { ref, line } = element;
      const isDouble = given.has(ref);
      if (isDouble)
        tolerate({ ...place, name: 'formElement', line }, says('left.taken')`the ID \`${ref}\` is already taken`);
      given.add(ref);
      return { ...element, ref: isDouble ? chooseFree() : ref, children: element.children.map(give) };
    };
    return { ...tracker, formElements: tracker.formElements.map(give) };
  });
}
