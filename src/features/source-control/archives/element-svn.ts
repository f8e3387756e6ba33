// Subversion repositories as archives of the origin have them: `<svn>` with a dump for each, rules of access and who is told of commits.
import { element, findChild, findChildren, readFilledAttribute } from '../../archive/index.ts';
import type { XmlElement } from '../../archive/index.ts';
import { writeXml } from './archived-files.ts';
import type { SvnFacts } from './archived-repositories.schema.ts';
import { usualSettings } from '../svn/svn.service.ts';

export interface SvnElement {
  readonly facts: SvnFacts;
  /** What of it is left out or has to be looked at, in words. */
  readonly remarks: readonly string[];
  readonly line: number;
}

const understood = new Set(['access-file', 'notification']);

/** Rules that name groups which nothing in them makes; the old server wrote those itself. */
function findMissingGroups(rules: string): string[] {
  const made = new Set([...rules.matchAll(/^\s*([\w.-]+)\s*=/gm)].map(([, name]) => name));
  return [...new Set([...rules.matchAll(/@([\w.-]+)/g)].flatMap(([, name]) => name ?? []))].filter(
    (name) => !made.has(name),
  );
}

function readRepository(repository: XmlElement): SvnElement {
  const { attributes, children, line } = repository;
  const dump = attributes['dump-file'] ?? '';
  const accessFile = findChild(repository, 'access-file')?.text.trim() ?? '';
  const missing = findMissingGroups(accessFile);
  const notifications = findChildren(repository, 'notification').map(({ attributes: told }) => ({
    path: told['path'] ?? '/',
    emails: (told['emails'] ?? '').split(/[,;\s]+/).filter((email) => email !== ''),
    users: [],
    user_groups: [],
  }));
  const leftOut = children.map(({ name }) => name).filter((name) => !understood.has(name));
  return {
    facts: {
      name: readFilledAttribute(repository, 'name').trim(),
      folder: '',
      dump: dump === '' ? null : dump,
      uuid: null,
      youngest: null,
      recorded_revision: null,
      own_files: [],
      settings: {
        ...usualSettings,
        access_file: accessFile === '' ? '' : `${accessFile}\n`,
        email_notifications: notifications.filter(({ emails }) => emails.length > 0),
      },
    },
    remarks: [
      ...leftOut.map((name) => `<${name}> has no counterpart and is left out`),
      ...(missing.length === 0
        ? []
        : [`the rules of access name groups that have to be written into them: ${missing.join(', ')}`]),
    ],
    line,
  };
}

/** Throws invalid for a repository without a name. */
export const readSvnElement = (svn: XmlElement): SvnElement[] => findChildren(svn, 'repository').map(readRepository);

/** The element without its repositories; undefined where nothing else is in it. */
export const writeSvnRest = (svn: XmlElement): string | undefined => {
  const others = svn.children.filter(({ name }) => name !== 'repository');
  return others.length === 0 ? undefined : element('svn', svn.attributes, others.map(writeXml));
};
