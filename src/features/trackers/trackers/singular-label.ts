// What one artifact of a tracker is called. Pure.
import { foldText } from '../../../platform/texts/fold-text.ts';
import type { Definition } from '../definition/definition.ts';

/** A plural is longer than its singular by no more. */
const endingMax = 3;

/** How many characters two texts begin with alike, whatever their case and accents. */
function countCommon(one: string, another: string): number {
  let count = 0;
  while (
    count < one.length &&
    count < another.length &&
    foldText(one.charAt(count)) === foldText(another.charAt(count))
  )
    count += 1;
  return count;
}

/** The name that was chosen; else the label with its last word in the singular that the short name gives; else the label. */
export function singularLabelOf({
  name: label,
  itemName,
  settings,
}: Pick<Definition, 'name' | 'itemName' | 'settings'>): string {
  if (settings.singularLabel) return settings.singularLabel;
  const item = itemName.replaceAll('_', ' ').toLowerCase();
  const lastWord = label.lastIndexOf(' ') + 1;
  for (const start of [0, lastWord]) {
    const part = label.slice(start);
    const common = countCommon(part, item);
    const isSingular = common >= Math.max(2, item.length - 1) && part.length - item.length <= endingMax;
    if (isSingular) return label.slice(0, start) + part.slice(0, common) + item.slice(common);
  }
  return label;
}
