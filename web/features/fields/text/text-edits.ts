/** What the editors of texts hold. */
export type LineEdit = { kind: 'line'; text: string };
export type TextEdit = { kind: 'text'; text: string; format: string };
