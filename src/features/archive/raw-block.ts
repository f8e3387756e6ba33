// Parts of an archive that are kept as their exact source text.
import type { RawBlock } from './archive-model.ts';
import { faultAt } from './xml-tree.ts';
import type { XmlElement } from './xml-tree.ts';

/** The block of an element whose source the parser was told to keep. */
export const keepBlock = (element: XmlElement): RawBlock => {
  if (element.source === undefined) throw faultAt(element, 'its source text was not kept');
  return { name: element.name, xml: element.source, line: element.line };
};
