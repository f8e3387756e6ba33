// Names of things that people make: shown in one line everywhere.
import { invalid } from '../errors.ts';
import { says } from './said.ts';

/** The name without blanks around it. Throws invalid, for the part of the request at `path`, for one of blanks or with control characters. */
export function readOneLine(text: string, path: string): string {
  const line = text.trim();
  if (line === '' || /\p{Cc}/u.test(line))
    throw invalid(says('text.one-line')`must be a single line with visible characters`, path);
  return line;
}
