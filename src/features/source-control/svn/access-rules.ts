// Rules of access as Subversion reads them: what people wrote, and before or among it what Tepal adds. Pure.
// Subversion takes each section once, and refuses a file that names a group which is not defined.

export interface AccessGroup {
  readonly name: string;
  readonly usernames: readonly string[];
}

export interface AddedRules {
  readonly groups: readonly AccessGroup[];
  /** Who reads all of the repository beside the members; undefined where the root has no rule of Tepal's. */
  readonly root: { readonly readers: '*' | '$authenticated' | `@${typeof guestGroup}` | undefined } | undefined;
}

/** What the group of a project's members is called in rules, and that of its administrators. */
export const memberGroup = 'members';
export const adminGroup = 'admins';
/** What the group of those is called who may enter without being members; no static group can be called so. */
export const guestGroup = 'project.guests';

const begin = '# Tepal writes this, and anew when groups change:';
const end = '# Tepal wrote this.';
const block = (lines: readonly string[]): string => [begin, ...lines, end, ''].join('\n');
const blocks = new RegExp(`^${begin}\n(?:(?!# Tepal).*\n)*${end}\n`, 'gm');

/** The text without what Tepal added. */
export const withoutAdded = (text: string): string => text.replaceAll(blocks, '');

/** The text without a byte order mark, and with sections in the first column, where Subversion wants them. */
export const tidyRules = (text: string): string =>
  text.replaceAll(/^[\t\p{Zs}\uFEFF]+(?=\[)/gmu, '').replace(/^\uFEFF/, '');

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

/** What lines look like of which Subversion says so. */
const malformed: readonly (readonly [RegExp, RegExp])[] = [
  [/^Option must end/, /^[^\s#[][^=:]*$/],
  [/^Section header must end/, /^\[[^\]]*$/],
  [/^Section header must start/, /^\s+\[/],
  [/^Section header expected/, /^[^\s#[]/],
  [/^Option expected/, /^\s+\S/],
  [/^Comment must start/, /^\s+#/],
];

/** The line of rules of which Subversion says `line 7: Option must end …`: that one or a later one, because it counts no headers of sections. */
export function findMalformedLine(rules: string, number: number, reason: string): number {
  const shape = malformed.find(([sentence]) => sentence.test(reason))?.[1];
  const index = rules.split('\n').findIndex((line, at) => at >= number - 1 && shape?.test(line) === true);
  return index < 0 ? number : index + 1;
}

/** The line of rules that a sentence of Subversion speaks of, by the section, entry, group or alias that it quotes. */
export function findFaultyLine(rules: string, reason: string): number | undefined {
  const lines = rules.split('\n');
  const header = /\[[^[\]]*\]/.exec(reason)?.[0];
  const section = header === undefined ? -1 : lines.findLastIndex((line) => line.startsWith(header));
  const [, quoted = ''] =
    [...reason.matchAll(/\B'([^']*)'( in a)?/g)].find(([, , within]) => within === undefined) ?? [];
  const isNamed = (line: string, index: number): boolean =>
    index > section && !line.startsWith('#') && line.split(/[\s,=:~]+/).includes(quoted);
  const named = quoted === '' ? -1 : lines.findIndex(isNamed);
  const isDefinition = (line: string): boolean => line.split(/[=:]/, 1)[0]?.trimEnd() === quoted.replace(/^[@&]/, '');
  const defined = /override|recursive/i.test(reason) ? lines.findLastIndex(isDefinition) : -1;
  const found = [defined, named, section].find((index) => index >= 0);
  return found === undefined ? undefined : found + 1;
}

/** The number that a line of rules with what Tepal added has in what people wrote. */
export function ownLine(rules: string, line: number): number {
  const before = rules.split('\n').slice(0, line - 1);
  return withoutAdded(before.map((one) => `${one}\n`).join('')).split('\n').length;
}

/** Groups that the rules define stay as they are there, and so does a rule for the root. */
export function addRules(rules: string, { groups, root }: AddedRules): string {
  // What stands before the first section would be taken for a part of what is added; alone Subversion refuses it.
  if (/^(?!#).*\S/m.test(rules.split(/^\[/m, 1)[0] ?? '')) return rules;
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
