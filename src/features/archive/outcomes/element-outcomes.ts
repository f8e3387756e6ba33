// What an import makes of each element and attribute of the format. A part that its reader accepts and that is missing
// here shows as unknown in the inventory of an archive.
import { triggersOutcome } from '../concepts/triggers.ts';
import { detailsOutcome } from './details-outcome.ts';
import { each, kept, list, person, stored, storedParts } from '../xml/outcome.ts';
import type { Outcome, Parts } from '../xml/outcome.ts';
import { trackerOutcome } from './tracker-outcomes.ts';

const service = {
  '@shortname': stored('which one'),
  '@enabled': stored('whether it is used'),
  '@rank': stored('its place among the others'),
};

const project = stored('project with a new id', {
  ...storedParts({
    '@unix-name': 'its short name',
    '@full-name': 'its name',
    '@description': 'its description',
    '@access': 'who may enter it',
    '@icon-codepoint': 'its icon',
    'long-description': 'its long description',
    banner: 'its banner',
  }),
  '@inherit-from-template': kept('nothing is taken from a template'),
  services: stored('list', {
    service: stored('service', service),
    'project-defined-service': stored('service of its own', {
      ...service,
      ...each('@label @description @link @is_in_new_tab @icon', stored('what it is and where it leads')),
    }),
  }),
  ugroups: stored('list', {
    '@mode': stored('whether members of groups become members of the project'),
    ugroup: stored('user group', {
      '@name': stored('its name; the names of built-in groups and roles mean these'),
      '@description': stored("its description; built-in groups have Tepal's own"),
      members: list('member', person('member; suspended people are left out')),
    }),
  }),
  trackers: stored('list', {
    '@use-natures': stored('whether links have types; where not, links to child trackers mean children'),
    tracker: trackerOutcome,
    triggers: triggersOutcome,
    references: kept('keywords of texts'),
  }),
  natures: list('nature', kept('link type', { '@is_used': kept('whether it is used') })),
  ...each(
    'svn git frs mediawiki mediawiki-standalone agiledashboard dashboards cardwall docman testmanagement program_management',
    kept('exports have it as it came'),
  ),
});

const user = stored('person: an account that is there, or a new one', {
  ...storedParts({
    id: 'what project.xml may refer to',
    username: 'user name',
    realname: 'real name',
    email: 'e-mail address',
    ldapid: 'LDAP id',
  }),
});

/** Root elements by the file that they stand in. */
const roots: Readonly<Record<string, Parts>> = {
  'project.xml': { project },
  'tepal-details.xml': { tepal_details: detailsOutcome },
  'users.xml': { users: list('user', user) },
};

/** What becomes of a root element of `project.xml` or `users.xml`; `elements` are those of a project that later features read. */
export function findRoot(file: string, name: string, elements: Parts = {}): Outcome | undefined {
  const root = Object.hasOwn(roots, file) ? roots[file]?.[name] : undefined;
  if (root === undefined && Object.hasOwn(elements, name)) return elements[name];
  return root === project ? { ...root, parts: { ...root.parts, ...elements } } : root;
}
