// References to artifacts in texts, such as `story #19`: a keyword, a space or none, `#`, a number. What stands in an
// address of the web is none.

export interface TextReference {
  /** What is named by a path, such as a commit, has it in its keyword: `git #web/1f2e3d4`. */
  keyword: string;
  /** An artifact's id, of which nothing says that there is one; 0 beside a path. */
  id: number;
}

/**
 * What references name, by how they are kept: keywords that are `whole`, or as much of its beginning as `least` has, with a number; in
 * texts of one project, or of any.
 */
export interface ReferenceName {
  least: string;
  whole: string;
  id: number;
  projectId: number | undefined;
}

/** Whether a reference in a text of the project has this name. */
const isNamed = (name: ReferenceName, { keyword, id }: TextReference, projectId: number): boolean =>
  id === name.id &&
  keyword >= name.least &&
  name.whole.startsWith(keyword) &&
  (name.projectId === undefined || name.projectId === projectId);

/** As isNamed tells, for those that have no shorter form. */
const wholeName = (keyword: string, id: number, projectId?: number): ReferenceName => ({
  least: keyword,
  whole: keyword,
  id,
  projectId,
});

/** A reference where it stands. */
export interface PlacedReference extends TextReference {
  /** As it was written. */
  text: string;
  index: number;
}

/** What a reference in a text may name: an artifact, or what else has a number, or a commit by its repository, such as `web/1f2e3d4`. */
export interface PlacedLink {
  keyword: string;
  value: number | string;
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
function* matchReferences(text: string): Generator<PlacedReference> {
  for (const match of text.matchAll(/\b[a-z]{2,10}:\/\/\S+|\b(\w+)[ \u00A0]?#(\d{1,15})\b/gi)) {
    const { 0: found, 1: keyword, 2: number, index } = match;
    if (keyword !== undefined && number !== undefined) yield { keyword, id: Number(number), text: found, index };
  }
}

/** Keywords that name commits by their repository and hash or number. */
const commitKeywords: ReadonlyMap<string, RegExp> = new Map([
  ['git', /^[\w.-]+(?:\/[\w.-]+)*\/[0-9a-f]{7,64}$/],
  ['svn', /^[\w.-]+\/\d{1,10}$/],
  ['rev', /^[\w.-]+\/\d{1,10}$/],
  ['revision', /^[\w.-]+\/\d{1,10}$/],
]);

/** Keywords that name pull requests, where neither a tracker nor the project has them for itself. */
const pullRequestKeywords: ReadonlySet<string> = new Set(['pr', 'pullrequest', 'pull_request']);

/**
 * Everything in a plain text that may be a link, in order: references, commits such as `git #web/1f2e3d4` and `svn #web/12`, and `#12`
 * where no word stands before it, which means an artifact.
 */
export function* matchLinks(text: string): Generator<PlacedLink> {
  const pattern =
    /\b[a-z]{2,10}:\/\/\S+|\b(git|svn|rev|revision)[ \u00A0]?#([\w.-]{1,100}(?:\/[\w.-]{1,100}){1,20})|\b(\w+)[ \u00A0]?#(\d{1,15})\b|(?<![\w&#/;]|\w[ \u00A0])#(\d{1,15})\b/gi;
  for (const match of text.matchAll(pattern)) {
    const { 0: found, 1: commitKeyword, 2: path, 3: keyword, 4: number, 5: bare, index } = match;
    if (bare !== undefined) yield { keyword: 'art', value: Number(bare), text: found, index };
    if (keyword !== undefined && number !== undefined) yield { keyword, value: Number(number), text: found, index };
    if (commitKeyword === undefined || path === undefined) continue;
    // A dot or a dash at the end belongs to the sentence.
    const value = path.replace(/[.-]+$/, '');
    if (commitKeywords.get(commitKeyword.toLowerCase())?.test(value) === true)
      yield {
        keyword: commitKeyword,
        value,
        text: found.slice(0, found.length - path.length + value.length),
        index,
      };
  }
}

/** Artifacts that links in a text may lead to. */
export const listMentionedArtifacts = (content: string, isHtml: boolean): number[] => {
  if (!/#\d/.test(content)) return [];
  const plain = isHtml ? content.replace(/<[^<>]*>/g, ' ').replaceAll('&nbsp;', ' ') : content;
  const ids = new Set<number>();
  for (const { value } of matchLinks(plain)) {
    if (typeof value === 'number') ids.add(value);
    if (ids.size === referencesMax) break;
  }
  return [...ids];
};

/** Where what is no artifact leads to, if the keyword means such a thing; the page there asks who may see it. */
export function findOtherUrl(
  keyword: string,
  value: number | string,
  projectId: number,
  baseUrl: string,
): string | undefined {
  const word = keyword.toLowerCase();
  if (typeof value === 'string')
    return commitKeywords.has(word) ? referenceUrl(word, value, projectId, baseUrl) : undefined;
  return pullRequestKeywords.has(word) ? `${baseUrl}/pull-requests/${value}` : undefined;
}

/** What a text names besides artifacts, each once; the first 500. */
function listOtherLinks(text: string, keywords: Keywords, baseUrl: string): { ref: string; url: string }[] {
  const found = new Map<string, string>();
  for (const { keyword, value } of matchLinks(text)) {
    if (typeof value === 'number' && isKeyword(keyword, keywords.itemNames)) continue;
    const url = findReferenceUrl(keywords, keyword, value, baseUrl);
    if (url !== undefined) found.set(`${keyword.toLowerCase()} #${value}`, url);
    if (found.size === referencesMax) break;
  }
  return [...found].map(([ref, url]) => ({ ref, url }));
}

/**
 * The first 500 references of a text as it was written, each once, with keywords in lower case, those by a path last; of HTML those
 * outside of its tags.
 */
export function listReferences(content: string, isHtml = false): TextReference[] {
  const hasPaths = /#[\w.-]+\//.test(content);
  if (!hasPaths && !/#\d/.test(content)) return [];
  const plain = isHtml ? content.replace(/<[^<>]*>/g, ' ').replaceAll('&nbsp;', ' ') : content;
  const numbered = uniteReferences(matchReferences(plain));
  return hasPaths ? uniteReferences([...numbered, ...matchPaths(plain)]) : numbered;
}

function* matchPaths(text: string): Generator<TextReference> {
  for (const { keyword, value } of matchLinks(text))
    if (typeof value === 'string') yield { keyword: pathKeyword(keyword, value), id: 0 };
}

/** The keyword of a reference by a path, as it is kept. */
const pathKeyword = (keyword: string, path: string): string => `${keyword.toLowerCase()} #${path}`;

/** The first 500, each once, with keywords in lower case; more are not looked for. */
export function uniteReferences(found: Iterable<TextReference>): TextReference[] {
  const united = new Map<string, TextReference>();
  for (const { keyword: written, id } of found) {
    const keyword = id === 0 ? written : written.toLowerCase();
    united.set(`${keyword} ${id}`, { keyword, id });
    if (united.size === referencesMax) break;
  }
  return [...united.values()];
}

/** Whether the keyword means such an artifact in a text of the project: short names of trackers count in their own project. */
export const isKeywordOf = (keyword: string, target: Target, projectId: number): boolean =>
  isKeyword(keyword, target.projectId === projectId ? [target.itemName] : []);

/** Whether the keyword means artifacts of a project that has trackers with these short names, in any letter case. */
const isKeyword = (keyword: string, itemNames: readonly string[]): boolean =>
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
  value: number | string,
  baseUrl: string,
): string | undefined {
  if (typeof value === 'string') return findOtherUrl(keyword, value, project.id, baseUrl);
  if (isKeyword(keyword, itemNames)) return referenceUrl(keyword, value, project.id, baseUrl);
  const link = ownLinks.get(keyword.toLowerCase());
  return link === undefined
    ? findOtherUrl(keyword, value, project.id, baseUrl)
    : fillLink(link, value, project, baseUrl);
}

/** The address that a reference in a text of the project leads to; `baseUrl` has no slash at its end. */
export const referenceUrl = (keyword: string, id: number | string, projectId: number, baseUrl: string): string =>
  `${baseUrl}/goto?key=${encodeURIComponent(keyword)}&val=${encodeURIComponent(id)}&group_id=${projectId}`;

/** References as texts have them: where they are, what they name, and what they lead to. */
export const writtenReferences = {
  listReferences,
  listOtherLinks,
  matchLinks,
  uniteReferences,
  isNamed,
  wholeName,
  isKeyword,
  isKeywordOf,
  pathKeyword,
  pullRequestKeywords,
  findReferenceUrl,
  referenceUrl,
};
