// Parts of an archive that are kept as their exact source text.
import { says } from '../../../platform/texts/said.ts';
import type { RawBlock } from './archive-model.ts';
import { faultAt } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** Whom a block names in elements such as `<user format="username">`. */
export const listNamedPeople = (xml: string): { format: 'username' | 'ldap' | 'id'; value: string }[] =>
  [...xml.matchAll(/ format="(username|ldap|id)"[^>]*>(?:<!\[CDATA\[)?([^<\]]+)/g)].map(([, format, value = '']) => ({
    format: format === 'ldap' || format === 'id' ? format : 'username',
    value: value.trim(),
  }));

/** The block of an element whose source the parser was told to keep. */
export const keepBlock = (element: XmlElement): RawBlock => {
  if (element.source === undefined)
    throw faultAt(element, says('archive-xml.not-kept')`its source text is not available`);
  return { name: element.name, xml: element.source, line: element.line };
};
