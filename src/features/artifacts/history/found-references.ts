// References in a text as clients are told of them.
import type { Static } from 'typebox';
import { writtenReferences } from '../../trackers/index.ts';
import type { FindReference } from '../../trackers/index.ts';
import type { FoundReference } from './activity.schema.ts';

/** How far back from a reference its context is looked for, in characters. */
const contextMax = 100;

export const findReferences = (text: string, find: FindReference): Static<typeof FoundReference>[] =>
  writtenReferences
    .matchLinks(text)
    .flatMap(({ text: found, keyword, value, index }) => {
      const link = find(keyword, value);
      if (link === undefined) return [];
      const before = text.slice(Math.max(0, index - contextMax), index);
      return [{ text: found, link, context: /\S+(?=\s+$)/.exec(before)?.[0] ?? '' }];
    })
    .toArray();
