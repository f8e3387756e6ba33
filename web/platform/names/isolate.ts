// Texts within texts: each keeps the direction of its own letters, and turns nothing round beside it.

/** Letters that are written from the right, and controls of direction. */
const turning =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Of a text itself: one that ends more than it began would end the isolate around it, too. */
const isolates = /[\u2066-\u2069]/g;

/** For a text that becomes part of another string; elements do so by themselves, see base.css. Unchanged where it goes as Latin does. */
export const isolate = (text: string): string =>
  turning.test(text) ? `\u2068${text.replaceAll(isolates, '')}\u2069` : text;
