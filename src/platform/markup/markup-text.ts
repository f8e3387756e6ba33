// A text that people write, and the version of what makes HTML of it.

export type MarkupFormat = 'text' | 'html' | 'commonmark';

export interface MarkupText {
  readonly content: string;
  readonly format: MarkupFormat;
}

/**
 * Goes up whenever the same text may come out as other HTML: with another version or configuration of the parsers, and with
 * other bounds. What was stored with a lower one is made anew when it is needed.
 */
export const markupVersion = 4;
