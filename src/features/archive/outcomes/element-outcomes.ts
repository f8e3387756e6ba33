// What an import makes of each element and attribute of the format. A part that its reader accepts and that is missing
// here shows as unknown in the inventory of an archive.
import { linkTypesOutcome } from '../concepts/link-types.ts';
import { servicesOutcome } from '../concepts/services.ts';
import { triggersOutcome } from '../concepts/triggers.ts';
import { userGroupsOutcome } from '../concepts/user-groups.ts';
import { usersOutcome } from '../concepts/users.ts';
import { detailsOutcome } from './details-outcome.ts';
import { each, kept, shapeOf, stored, storedParts } from '../xml/outcome.ts';
import type { Outcome, Parts } from '../xml/outcome.ts';
import { trackerOutcome } from './tracker-outcomes.ts';

/** Elements of the project that are kept as their text; later features read some. */
export const projectBlocks: readonly string[] = [
  'dashboards',
  'svn',
  'git',
  'frs',
  'mediawiki',
  'mediawiki-standalone',
  'agiledashboard',
  'cardwall',
  'docman',
  'testmanagement',
  'program_management',
];

const trackers = stored('list', {
  '@use-natures?': stored('whether links have types; where not, links to child trackers mean children'),
  'tracker*': trackerOutcome,
  'triggers?': triggersOutcome,
  'references?': kept('keywords of texts'),
});

const project = stored('project with a new id', {
  ...storedParts({
    '@unix-name': 'its short name',
    '@full-name': 'its name',
    '@description?': 'its description',
    '@access?': 'who may enter it',
    '@icon-codepoint?': 'its icon',
    'long-description?': 'its long description',
    'banner?': 'its banner',
  }),
  '@inherit-from-template?': kept('nothing is taken from a template'),
  'services?': servicesOutcome,
  'ugroups?': userGroupsOutcome,
  'trackers?': trackers,
  'natures?': linkTypesOutcome,
  ...each(projectBlocks.map((name) => `${name}?`).join(' '), kept('exports have it as it came')),
});

/** What readers of projects accept. */
export const projectShapes = { project: shapeOf(project), trackers: shapeOf(trackers) };

/** Root elements by the file that they stand in. */
const roots: Readonly<Record<string, Parts>> = {
  'project.xml': { project },
  'tepal-details.xml': { tepal_details: detailsOutcome },
  'users.xml': { users: usersOutcome },
};

/** What becomes of a root element of `project.xml` or `users.xml`; `elements` are those of a project that later features read. */
export function findRoot(file: string, name: string, elements: Parts = {}): Outcome | undefined {
  const root = Object.hasOwn(roots, file) ? roots[file]?.[name] : undefined;
  if (root === undefined && Object.hasOwn(elements, name)) return elements[name];
  return root === project ? { ...root, parts: { ...root.parts, ...elements } } : root;
}
