// What a comment says, as its writer typed it.
import type { Entry } from './comments.queries.ts';

/** The source of Markdown and plain texts, the words of HTML. */
export function textOf({ changeset: { last_comment: comment } }: Entry): string {
  if (comment.commonmark !== undefined) return comment.commonmark;
  if (comment.format === 'text') return comment.body;
  return new DOMParser().parseFromString(comment.body, 'text/html').body.textContent;
}
