// Sentences that answers tell beside their English words, for pages that show them.
import { useState } from 'react';
import { useEffect } from '../effects.ts';
import { loadRefusals, sayTold } from './refusals.ts';
import { withoutPart } from './without-part.ts';

/** Says a told sentence in the language of the page; in its own words until the page knows how, and where it has no name. */
export function useTold(): (told: unknown, words: string) => string {
  const [, setReady] = useState(false);
  useEffect(() => {
    void loadRefusals().then(() => setReady(true));
  }, []);
  return (told, words) => sayTold(told) ?? withoutPart(words);
}
