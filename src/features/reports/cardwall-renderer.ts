// Boards of reports: columns by the values of one list, named by an attribute of the kept XML.
import { parseXml, withAttribute, writeXml } from './renderer-xml.ts';
import type { StoredRenderer } from './report-settings.ts';
import { refOf } from './table-renderer.ts';

export const isCardwall = ({ type }: Pick<StoredRenderer, 'type'>): boolean => type === 'plugin_cardwall';

/** null: no list is chosen, or the renderer is no board. */
export function readColumnField(renderer: StoredRenderer): number | null {
  if (!isCardwall(renderer)) return null;
  return renderer.references[parseXml(renderer.xml).attributes['field_id'] ?? ''] ?? null;
}

export function writeColumnField(renderer: StoredRenderer, fieldId: number | null): StoredRenderer {
  if (fieldId === readColumnField(renderer)) return renderer;
  const root = withAttribute(parseXml(renderer.xml), 'field_id', fieldId === null ? undefined : refOf(fieldId));
  const references = fieldId === null ? renderer.references : { ...renderer.references, [refOf(fieldId)]: fieldId };
  return { ...renderer, xml: writeXml(root), references };
}
