// Names of operations, by which generated clients call their functions.
import type { Route } from '../http/routes/route.ts';

type Named = Pick<Route<never>, 'method' | 'url' | 'kind'>;

const verbs = { PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const;

/**
 * A verb, and the words of the path: `list` for a GET of many, `get`, `create` for a POST to many, `post` to anything else,
 * `update` (PUT), `patch` and `delete`. A thing that an id follows is in the singular, what somebody does to their own
 * `self` is `Own`, and a word that repeats the one before it is said once: `GET /projects/:id/project_services` gives
 * `listProjectServices`, `DELETE /users/self/email` gives `deleteOwnEmail`.
 */
export function nameOperation({ method, url, kind }: Named): string {
  const parts = url.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  const isOwn = parts.includes('self');
  const words = parts.flatMap((part, index) => {
    const next = parts[index + 1];
    if (isId(part) || part === 'self' || (next === 'self' && index + 2 < parts.length)) return [];
    const isOne = (next !== undefined && isId(next)) || next === 'self' || (next === undefined && method === 'POST');
    const [end = '', ...start] = part.split(/[^A-Za-z0-9]+/).toReversed();
    return [...start.toReversed(), isOne ? singularOf(end) : end];
  });
  const unrepeated = words.filter((word, index) => word !== words[index - 1]);
  return [verbOf(method, kind, last), ...(isOwn ? ['own'] : []), ...unrepeated].map(capitaliseLater).join('');
}

/** What a parameter of a path says, by the word before it: `id` of `/artifacts/:id` is the artifact's. */
export function nameParameter(url: string, name: string): string {
  const parts = url.split('/');
  const before = parts[parts.indexOf(`:${name}`) - 1] ?? '';
  const thing = name.includes('_') || before === '' || before.startsWith(':') ? name : `${singularOf(before)} ${name}`;
  return `The ${thing.replaceAll('_', ' ')}.`;
}

const isId = (part: string): boolean => part.startsWith(':');

function verbOf(method: Named['method'], kind: Named['kind'], last: string): string {
  if (method === 'GET') return kind === 'list' ? 'list' : 'get';
  if (method !== 'POST') return verbs[method];
  return isId(last) || singularOf(last) === last ? 'post' : 'create';
}

/** Of the English words that paths are made of. */
function singularOf(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|us)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

const capitaliseLater = (word: string, index: number): string =>
  index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1);
