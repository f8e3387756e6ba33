// What formats have in common.
import type { Node } from '@tiptap/pm/model';

export type TextFormat = 'commonmark' | 'html';

/** A block with where its source is, in UTF-16 units. */
export interface ReadBlock {
  node: Node;
  start: number;
  end: number;
}
