// References in a text as clients are told of them.
import type { Static } from 'typebox';
import { isKeyword, matchReferences, referenceUrl } from '../../trackers/index.ts';
import type { FoundReference } from './activity.schema.ts';

/** How far back from a reference its context is looked for, in characters. */
const contextMax = 100;

/** `itemNames` are the short names of the project's trackers. Links go to `baseUrl`, which has no slash at its end. */
export const findReferences = (
  text: string,
  itemNames: readonly string[],
  projectId: number,
  baseUrl: string,
): Static<typeof FoundReference>[] =>
  matchReferences(text)
    .filter(({ keyword }) => isKeyword(keyword, itemNames))
    .map(({ text: found, keyword, id, index }) => {
      const before = text.slice(Math.max(0, index - contextMax), index);
      const link = referenceUrl(keyword, id, projectId, baseUrl);
      return { text: found, link, context: /\S+(?=\s+$)/.exec(before)?.[0] ?? '' };
    })
    .toArray();
