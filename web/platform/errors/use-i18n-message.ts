// Sentences that answers tell beside their English words, for pages that show them.
import { useState } from 'react';
import { useEffect } from '../effects.ts';
import { loadRefusals, sayI18n } from './refusals.ts';
import { withoutPart } from './without-part.ts';

/** Says a sentence of the server in the language of the page; in its own words until the page knows how, and where it has no name. */
export function useI18nMessage(): (message: unknown, words: string) => string {
  const [, setReady] = useState(false);
  useEffect(() => {
    void loadRefusals().then(() => setReady(true));
  }, []);
  return (message, words) => sayI18n(message) ?? withoutPart(words);
}
