// References to artifacts in texts, such as `story #19`: a keyword, a space or none, `#`, a number. What stands in an
// address of the web is none.

export interface TextReference {
  keyword: string;
  /** An artifact's id, of which nothing says that there is one. */
  id: number;
}

/** A reference where it stands. */
export interface PlacedReference extends TextReference {
  /** As it was written. */
  text: string;
  index: number;
}

/** What a reference may lead to. */
interface Target {
  itemName: string;
  projectId: number;
}

/** Keywords that name an artifact of whatever tracker. */
const generalKeywords: readonly string[] = ['art', 'artifact'];

/** So many different references of one text count, because each leads to an artifact that changes with the text. */
const referencesMax = 500;

/** Every reference in a plain text, in order, repeated ones too. */
export function* matchReferences(text: string): Generator<PlacedReference> {
  for (const match of text.matchAll(/\b[a-z]{2,10}:\/\/\S+|\b(\w+)[ \u00A0]?#(\d{1,15})\b/gi)) {
    const { 0: found, 1: keyword, 2: number, index } = match;
    if (keyword !== undefined && number !== undefined) yield { keyword, id: Number(number), text: found, index };
  }
}

/** The first 500 references of a text as it was written, each once, with keywords in lower case; of HTML those outside of its tags. */
export function listReferences(content: string, isHtml = false): TextReference[] {
  if (!/#\d/.test(content)) return [];
  const plain = isHtml ? content.replace(/<[^<>]*>/g, ' ').replaceAll('&nbsp;', ' ') : content;
  return uniteReferences(matchReferences(plain));
}

/** The first 500, each once, with keywords in lower case; more are not looked for. */
export function uniteReferences(found: Iterable<TextReference>): TextReference[] {
  const united = new Map<string, TextReference>();
  for (const { keyword: written, id } of found) {
    const keyword = written.toLowerCase();
    united.set(`${keyword} ${id}`, { keyword, id });
    if (united.size === referencesMax) break;
  }
  return [...united.values()];
}

/** Whether the keyword means such an artifact in a text of the project: short names of trackers count in their own project. */
export const isKeywordOf = (keyword: string, target: Target, projectId: number): boolean =>
  isKeyword(keyword, target.projectId === projectId ? [target.itemName] : []);

/** Whether the keyword means artifacts of a project that has trackers with these short names, in any letter case. */
export const isKeyword = (keyword: string, itemNames: readonly string[]): boolean =>
  [...generalKeywords, ...itemNames].some((name) => name.toLowerCase() === keyword.toLowerCase());

/** The address that a project's own link comes to with a number; `baseUrl` has no slash at its end. */
export function fillLink(
  link: string,
  id: number,
  project: { id: number; unix_name: string },
  baseUrl: string,
): string {
  const filled = link
    .replaceAll('$1', String(id))
    .replaceAll('$projectname', project.unix_name)
    .replaceAll('$group_id', String(project.id));
  return filled.startsWith('/') ? baseUrl + filled : filled;
}

/** What references of a project's texts lead to: `ownLinks` by keyword in lower case, where no tracker has the keyword. */
export interface Keywords {
  itemNames: readonly string[];
  ownLinks: ReadonlyMap<string, string>;
  project: { id: number; unix_name: string };
}

/** undefined for a keyword that means nothing in the project; `baseUrl` has no slash at its end. */
export function findReferenceUrl(
  { itemNames, ownLinks, project }: Keywords,
  keyword: string,
  id: number,
  baseUrl: string,
): string | undefined {
  if (isKeyword(keyword, itemNames)) return referenceUrl(keyword, id, project.id, baseUrl);
  const link = ownLinks.get(keyword.toLowerCase());
  return link === undefined ? undefined : fillLink(link, id, project, baseUrl);
}

/** The address that a reference in a text of the project leads to; `baseUrl` has no slash at its end. */
export const referenceUrl = (keyword: string, id: number | string, projectId: number, baseUrl: string): string =>
  `${baseUrl}/goto?key=${encodeURIComponent(keyword)}&val=${encodeURIComponent(id)}&group_id=${projectId}`;
