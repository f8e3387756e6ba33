// Rules of access as Subversion reads them: what people wrote, and before or among it what Tepal adds. Pure.
// Subversion takes each section once, and refuses a file that names a group which is not defined.

export interface AccessGroup {
  readonly name: string;
  readonly usernames: readonly string[];
}

export interface AddedRules {
  readonly groups: readonly AccessGroup[];
  /** Who reads all of the repository beside the members; undefined where the root has no rule of Tepal's. */
  readonly root: { readonly readers: '*' | '$authenticated' | undefined } | undefined;
}

/** What the group of a project's members is called in rules, and that of its administrators. */
export const memberGroup = 'members';
export const adminGroup = 'admins';

const begin = '# Tepal writes this, and anew when groups change:';
const end = '# Tepal wrote this.';
const block = (lines: readonly string[]): string => [begin, ...lines, end, ''].join('\n');
const blocks = new RegExp(`^${begin}\n(?:(?!# Tepal).*\n)*${end}\n`, 'gm');

/** The text without what Tepal added. */
export const withoutAdded = (text: string): string => text.replaceAll(blocks, '');

interface Section {
  name: string;
  /** Where the text after its first line begins. */
  start: number;
  text: string;
}

function readSections(text: string): Section[] {
  const heads = [...text.matchAll(/^[ \t]*\[([^\]\n]*)\][^\n]*(?:\n|$)/gm)];
  return heads.map((head, index) => {
    const start = head.index + head[0].length;
    return { name: (head[1] ?? '').trim(), start, text: text.slice(start, heads[index + 1]?.index) };
  });
}

const groupsIn = (section: Section | undefined): Set<string> =>
  new Set([...(section?.text ?? '').matchAll(/^([\w.-]+)[ \t]*[=:]/gm)].flatMap(([, name]) => name ?? []));

/** Groups that the rules name and do not define, each once. */
export function listUndefinedGroups(rules: string): string[] {
  const sections = readSections(rules);
  const defined = groupsIn(sections.find(({ name }) => name === 'groups'));
  const named = sections
    .flatMap(({ text }) => [...text.matchAll(/^[^#\n]*$/gm)])
    .flatMap(([line]) => [...line.matchAll(/@([\w.-]+)/g)]);
  return [...new Set(named.flatMap(([, name]) => name ?? []))].filter((name) => !defined.has(name));
}

/** Groups that the rules define stay as they are there, and so does a rule for the root. */
export function addRules(rules: string, { groups, root }: AddedRules): string {
  const sections = readSections(rules);
  const own = sections.find(({ name }) => name === 'groups');
  const taken = groupsIn(own);
  const defined = groups
    .filter(({ name }) => !taken.has(name))
    .map(({ name, usernames }) => `${name} = ${usernames.join(', ')}`);
  const hasRoot = root === undefined || sections.some(({ name }) => name === '/');
  const rootLines = hasRoot
    ? []
    : ['', '[/]', ...(root.readers === undefined ? [] : [`${root.readers} = r`]), `@${memberGroup} = rw`];
  if (own === undefined) return block(['[groups]', ...defined, ...rootLines]) + rules;
  const within = rules.slice(0, own.start) + (rules[own.start - 1] === '\n' ? '' : '\n');
  const before = rootLines.length === 0 ? '' : block(rootLines.slice(1));
  return before + within + block(defined) + rules.slice(own.start);
}
