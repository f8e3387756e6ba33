// What of a list fits what somebody typed, best first. Pure.
import { foldText } from '../../../../contract/fold-text.ts';

/** 3: begins so; 2: one of its words does; 1: has it inside; 0: has it not. */
function rateWord(text: string, word: string): number {
  if (text.startsWith(word)) return 3;
  const at = text.indexOf(word);
  if (at < 0) return 0;
  return text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word)) ? 2 : 1;
}

/** How well a text fits; 0 where a word is missing. */
export function rate(text: string, typed: string): number {
  const folded = foldText(text);
  const words = foldText(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  const rates = words.map((word) => rateWord(folded, word));
  return rates.includes(0) ? 0 : rates.reduce((sum, one) => sum + one, 1);
}

/** Those that fit, best first, in their order otherwise. `isByTitle`: what stands beside the title does not count. */
export const pick = <T extends { title: string; more?: string | undefined }>(
  items: readonly T[],
  typed: string,
  max: number,
  isByTitle = false,
): T[] =>
  items
    .map((item) => {
      const byTitle = rate(item.title, typed) * 2;
      return { item, rating: isByTitle ? byTitle : byTitle || rate(`${item.title} ${item.more ?? ''}`, typed) };
    })
    .filter(({ rating }) => rating > 0)
    .sort((a, b) => b.rating - a.rating)
    .slice(0, max)
    .map(({ item }) => item);

/** The artifact that is typed by its number, as `12`, `#12` or `task #12`. */
export function numberOf(typed: string): number | undefined {
  const found = /^(?:[\w-]+\s+)?#?(\d{1,15})$/.exec(typed.trim());
  return found === null ? undefined : Number(found[1]);
}

/** As the search takes it, where the last word may go on: what begins with it counts too. */
export const searchWords = (typed: string): string =>
  /[\p{L}\p{N}]{2}$/u.test(typed) && !/(?:^|\s)(?:OR|-\S*)$/.test(typed) && typed.split('"').length % 2 === 1
    ? `${typed}*`
    : typed;
