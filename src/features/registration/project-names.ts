// What a project may be called.
import { says } from '../../platform/texts/said.ts';
import type { Said } from '../../platform/texts/said.ts';

/** Short names that hosts, mail addresses and paths of a forge use themselves. */
const reservedNames = new Set(
  `admin anonymous anonscm api compile cvs download ftp git help irc jenkins lists mail mirror mirrors monitor news ns orbital
  plugins project projects pub root shell site slayer smtp soap svn tepal tokyojoe tracker users webdev webmaster wiki www`.split(
    /\s+/,
  ),
);

/** The predicate that says what is wrong with a short name; undefined when it may be used unless it is taken. */
export function findShortNameFault(name: string): Said | undefined {
  if (name.length < 3 || name.length > 30) return says('project.short-length')`must have 3 to 30 characters`;
  if (!/^[A-Za-z]/.test(name)) return says('project.short-start')`must start with a letter`;
  if (!/^[A-Za-z0-9-]+$/.test(name)) return says('project.short-letters')`can contain only letters, digits and "-"`;
  return reservedNames.has(name.toLowerCase().replace(/\d$/, ''))
    ? says('project.short-reserved')`is a reserved name; choose another`
    : undefined;
}

/** The same for a full name. */
export function findLabelFault(label: string): Said | undefined {
  const length = [...label.trim()].length;
  if (length < 3 || length > 40) return says('project.label-length')`must have 3 to 40 characters`;
  return /\p{Cc}/u.test(label)
    ? says('project.label-line')`must be a single line without control characters`
    : undefined;
}
