// Finds references to artifacts in a text, such as `story #19`: a keyword, a space or none, `#`, a number.
import type { Static } from 'typebox';
import type { FoundReference } from './activity.schema.ts';

/** Keywords that name an artifact of whatever tracker. */
const generalKeywords = ['art', 'artifact'];

/** How far back from a reference its context is looked for, in characters. */
const contextMax = 100;

/** `keywords` are the short names of trackers, in any letter case. Links go to `baseUrl`, which has no slash at its end. */
export function findReferences(
  text: string,
  keywords: readonly string[],
  projectId: number,
  baseUrl: string,
): Static<typeof FoundReference>[] {
  const known = new Set([...generalKeywords, ...keywords].map((keyword) => keyword.toLowerCase()));
  return [...text.matchAll(/\b(\w+)[ \u00A0]?#(\d{1,15})\b/g)].flatMap((match) => {
    const [found, keyword = '', number = ''] = match;
    if (!known.has(keyword.toLowerCase())) return [];
    const before = text.slice(Math.max(0, match.index - contextMax), match.index);
    const link = `${baseUrl}/goto?key=${encodeURIComponent(keyword)}&val=${number}&group_id=${projectId}`;
    return [{ text: found, link, context: /\S+(?=\s+$)/.exec(before)?.[0] ?? '' }];
  });
}
