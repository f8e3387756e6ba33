// Whom texts name as `@user.name`. Pure.
import type { ChangeDescription } from '../../artifacts/index.ts';

/** Names in a text, and in all texts of some changes, that count. */
export const mentionsMax = 100;

/** Of Markdown, which names nobody. */
const code = /```[^]*?```|`[^`\n]*`/g;
/** Not within an address, such as that of a mail; a dot at the end is that of the sentence. */
const mention = /(?<![\w.@/-])@([A-Za-z][\w.-]{0,253}\w)/g;

/** User names in lower case, whether or not anybody is called so; at most mentionsMax. */
export function listMentions(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, name] of text.replaceAll(code, ' ').matchAll(mention)) {
    if (found.size === mentionsMax) break;
    if (name !== undefined) found.add(name.toLowerCase());
  }
  return found;
}

/** Those whom the changes name and the values before did not. */
export function listNewMentions({ comments, fields }: Pick<ChangeDescription, 'comments' | 'fields'>): Set<string> {
  const inFields = fields.map(({ change: { from, to } }) => listMentions(to).difference(listMentions(from)));
  return new Set([...comments.map(({ text }) => listMentions(text)), ...inFields].flatMap((names) => [...names]));
}
