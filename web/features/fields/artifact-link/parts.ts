import { listIn } from '../../../platform/parse-unknown.ts';
import { defineEditing } from '../editing.ts';
import type { FieldParts } from '../field-parts.ts';
import { linkChange, linksEdit, readLinks } from './links.ts';
import type { LinksEdit } from './links.ts';
import { cellOfParts } from '../cell.ts';
import { shownParts } from '../shown.ts';
import { linkCells, shownLink } from './link-parts.ts';

const linksEditing = defineEditing<LinksEdit>({
  kind: 'links',
  read: (value) => linksEdit(readLinks(value)),
  write: ({ links }) => ({ all_links: links.map(({ id, type, direction }) => ({ id, type, direction })) }),
  writeChange: (base, { links }) => ({ change_links: linkChange(base.links, links) }),
  isEmpty: ({ links }) => links.length === 0,
  describe: ({ links }) => links.map(({ label }) => label).join(', '),
  parse: (kept) => linksEdit(readLinks({ kept: listIn(kept, 'links') })),
  // What came and went alone is sent, so that nobody's are lost.
  merge: (_, mine) => mine,
});

export const artifactLinkParts: FieldParts = {
  column: { widthOf: () => 200, hasLinkTypes: true },
  cellOf: (value, linkType) =>
    cellOfParts(linkCells(value).filter(({ type }) => linkType === undefined || type === linkType)),
  shownOf: (value) => shownParts([...listIn(value, 'links'), ...listIn(value, 'reverse_links')].map(shownLink)),
  loadSketch: async () => ({ Sketch: (await import('./sketch.tsx')).LinksSketch }),
  editing: linksEditing,
  loadEditor: async () => ({ Editor: (await import('./link-editor.tsx')).LinkEditor }),
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).LinksReader }),
};
