// Addresses of pages in a text that people wrote. Pure.

export interface Part {
  words: string;
  /** Where the words lead. */
  address?: string;
}

/** Signs that end a sentence rather than an address. */
const closing = ".,;:!?)]»”’'";

/** The text in order; addresses lead to themselves. */
export function splitAddresses(text: string): Part[] {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/i).flatMap((words, place): Part[] => {
    if (place % 2 === 0) return [{ words }];
    let end = words.length;
    while (closing.includes(words.charAt(end - 1))) end -= 1;
    const address = words.slice(0, end);
    return [{ words: address, address }, { words: words.slice(end) }];
  });
  return parts.filter(({ words }) => words !== '');
}
