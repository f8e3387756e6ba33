// Directions of writing where a text stands within another one.

/** Signs that turn what stands beside them round: letters that are written from the right, and controls of direction. */
const turning =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';

/** The text, with a direction of its own (Unicode's isolates) where it would have one; unchanged where all of it goes as Latin does. */
export const isolate = (text: string): string =>
  turning.test(text) ? `${firstStrongIsolate}${text}${popIsolate}` : text;
