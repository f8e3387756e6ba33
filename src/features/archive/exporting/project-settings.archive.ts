// What only Tepal knows of a project, in archives: `project-settings.xml`, beside project.xml, which others pass over.
import type { Reader } from '../../../platform/database/index.ts';
import { shapeCheck } from '../../../platform/texts/shape.ts';
import {
  findProject,
  HeaderBackground,
  insertPattern,
  isAddress,
  listReferencePatterns,
  NewReferencePattern,
  patternsMax,
  updateProject,
} from '../../projects/index.ts';
import type { ElementPart } from '../model/element-parts.ts';
import { stored } from '../outcomes/outcome.ts';
import { element } from '../xml/xml-element.ts';
import { findChildren } from '../xml/xml-shape.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const blockName = 'project_settings';
const isPattern = shapeCheck(NewReferencePattern);
const isBackground = shapeCheck(HeaderBackground);

async function write(db: Reader, projectId: number): Promise<string | undefined> {
  const patterns = await listReferencePatterns(db, projectId);
  const background = (await findProject(db, projectId))?.header_background ?? '';
  if (patterns.length === 0 && background === '') return undefined;
  const references = patterns.map(({ keyword, description, link }) =>
    element('reference', { keyword, description: description === '' ? undefined : description, link }),
  );
  return element(blockName, { header_background: background === '' ? undefined : background }, references);
}

/** Keywords that mean something, and lead where browsers go. */
const readReferences = (root: XmlElement) =>
  findChildren(root, 'reference').map(({ attributes, line }, index) => {
    const { keyword = '', description = '', link = '' } = attributes;
    const pattern = { keyword: keyword.toLowerCase(), description, link };
    return { line, pattern, isGood: index < patternsMax && isPattern(pattern) && isAddress(link) };
  });

export const projectSettingsArchive: ElementPart = {
  element: blockName,
  file: 'project-settings.xml',
  outcome: stored('what only Tepal knows of the project', {
    '@header_background': stored('the picture behind its title'),
    reference: stored('keyword of its texts', {
      '@keyword': stored('which one'),
      '@description': stored('what it is for'),
      '@link': stored('where it leads'),
    }),
  }),
  leftByTemplates: [],
  read(root) {
    const references = readReferences(root);
    const background = { identifier: root.attributes['header_background'] ?? '' };
    const hasBackground = isBackground(background);
    return {
      check({ warn }) {
        for (const { line, pattern } of references.filter(({ isGood }) => !isGood))
          warn(line, `<reference>: the keyword \`${pattern.keyword}\` or its link can't be used; it is left out`);
        if (background.identifier !== '' && !hasBackground)
          warn(root.line, `<${blockName}>: there is no picture \`${background.identifier}\`; the project has none`);
      },
      async import({ tx, projectId }) {
        const good = new Map(
          references.filter(({ isGood }) => isGood).map(({ pattern }) => [pattern.keyword, pattern]),
        );
        for (const pattern of good.values()) await insertPattern(tx, { project_id: projectId, ...pattern });
        if (hasBackground) await updateProject(tx, projectId, { header_background: background.identifier });
        return undefined;
      },
    };
  },
  async export(db, projectId) {
    const xml = await write(db, projectId);
    return xml === undefined ? undefined : { name: blockName, line: 0, xml };
  },
};
