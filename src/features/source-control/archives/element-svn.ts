// Subversion repositories as archives of the origin have them: `<svn>` with a dump for each, rules of access and who is told of commits.
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { element, findChild, findChildren, readFilledAttribute } from '../../archive/index.ts';
import type { XmlElement } from '../../archive/index.ts';
import { writeXml } from './archived-files.ts';
import type { SvnFacts } from './archived-repositories.schema.ts';
import { listUndefinedGroups } from '../svn/access-rules.ts';
import { usualSettings } from '../svn/svn-settings.ts';

export interface SvnElement {
  readonly facts: SvnFacts;
  /** Names of elements in it that have no counterpart here. */
  readonly leftOut: readonly string[];
  readonly line: number;
}

const understood = new Set(['access-file', 'notification']);

function readRepository(repository: XmlElement): SvnElement {
  const { attributes, children, line } = repository;
  const dump = attributes['dump-file'] ?? '';
  const accessFile = findChild(repository, 'access-file')?.text.trim() ?? '';
  const notifications = findChildren(repository, 'notification').map(({ attributes: rule }) => ({
    path: rule['path'] ?? '/',
    emails: (rule['emails'] ?? '').split(/[,;\s]+/).filter((email) => email !== ''),
    users: [],
    user_groups: [],
  }));
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
        access_file: accessFile,
        email_notifications: notifications.filter(({ emails }) => emails.length > 0),
      },
    },
    leftOut: children.map(({ name }) => name).filter((name) => !understood.has(name)),
    line,
  };
}

/** What of a repository is left out or has to be looked at, in words; `groups` are those that its rules of access may name. */
export function listRemarks({ facts, leftOut }: SvnElement, groups: ReadonlySet<string>): Said[] {
  const missing = listUndefinedGroups(facts.settings.access_file).filter((name) => !groups.has(name));
  return [
    ...leftOut.map((name) => says('left.no-counterpart')`<${name}> is not supported and is skipped`),
    ...(missing.length === 0
      ? []
      : [says('left.no-groups')`the access rules contain groups that do not exist: ${missing.join(', ')}`]),
  ];
}

/** Throws invalid for a repository without a name. */
export const readSvnElement = (svn: XmlElement): SvnElement[] => findChildren(svn, 'repository').map(readRepository);

/** The element without its repositories; undefined where nothing else is in it. */
export const writeSvnRest = (svn: XmlElement): string | undefined => {
  const others = svn.children.filter(({ name }) => name !== 'repository');
  return others.length === 0 ? undefined : element('svn', svn.attributes, others.map(writeXml));
};
