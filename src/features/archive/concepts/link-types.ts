// Which types of links a project uses; the format calls them natures. Those that Tepal does not know are kept for exports.
import type { Writer } from '../../../platform/database/index.ts';
import { escapeXmlText } from '../../../platform/texts/xml-text.ts';
import { says } from '../../../platform/texts/said.ts';
import { artifactLinks, unusedLinkTypes } from '../../trackers/index.ts';
import type { ArchiveNature } from '../model/archive-model.ts';
import { kept, shapeOf, stored } from '../xml/outcome.ts';
import { element, leaf } from '../xml/xml-element.ts';
import { findChild, findChildren, matchShape, readSwitch } from '../xml/xml-shape.ts';
import { faultAt } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const nature = kept('link type', { '@is_used?': kept('whether it is used') });

/** `<natures>`. */
export const linkTypesOutcome = stored('list', { 'nature*': nature });

const shapes = { natures: shapeOf(linkTypesOutcome), nature: shapeOf(nature, { text: true }) };

/** Those of `<project>`. Throws invalid with the place. */
export function readLinkTypes(project: XmlElement): ArchiveNature[] {
  const found = findChild(project, 'natures');
  if (found === undefined) return [];
  matchShape(found, shapes.natures);
  return findChildren(found, 'nature').map((one) => {
    matchShape(one, shapes.nature);
    const name = one.text.trim();
    if (name === '') throw faultAt(one, says('archive-xml.no-link-name')`the name of the link type is empty`);
    return { name, isUsed: readSwitch(one, 'is_used', true), line: one.line };
  });
}

/** Gives the block that is kept of them. */
export async function importLinkTypes(
  tx: Writer,
  projectId: number,
  natures: readonly ArchiveNature[],
  useNatures: boolean,
): Promise<{ name: string; xml: string }> {
  const unused = natures
    .filter(({ name, isUsed }) => !isUsed && artifactLinks.isLinkType(name))
    .map(({ name }) => name);
  await unusedLinkTypes.save(tx, { project: projectId }, unused);
  const written = natures.map(
    ({ name, isUsed }) => `<nature is_used="${isUsed ? 1 : 0}">${escapeXmlText(name)}</nature>`,
  );
  return { name: 'natures', xml: `<natures use-natures="${useNatures}">${written.join('')}</natures>` };
}

/** Those of the kept block, as they are used by now, and those that were switched off since. */
export function exportLinkTypes(block: XmlElement | undefined, unused: readonly string[]): ArchiveNature[] {
  const came = (block?.children ?? []).map(({ text: name, attributes }) => ({
    name,
    isUsed: artifactLinks.isLinkType(name) ? !unused.includes(name) : attributes['is_used'] !== '0',
    line: 0,
  }));
  const others = unused.filter((shortname) => !came.some(({ name }) => name === shortname));
  return [...came, ...others.map((name) => ({ name, isUsed: false, line: 0 }))];
}

export const writeLinkTypes = (natures: readonly ArchiveNature[]): string =>
  element(
    'natures',
    {},
    natures.map(({ name, isUsed }) => leaf('nature', name, { is_used: isUsed })),
  );
