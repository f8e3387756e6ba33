// What stands for people who gave no picture: their initials on a colour of their own. Pure.

/** All readable below white letters. */
export const inks = [
  '#b0283c',
  '#b3470f',
  '#80600a',
  '#4f7311',
  '#1f7a43',
  '#0f7580',
  '#1f6aa5',
  '#3a55c4',
  '#6a48b0',
  '#9b3a94',
  '#a63a68',
  '#5a6472',
] as const;

export interface AvatarPicture {
  /** Of the circle. */
  ink: string;
  /** Empty for everyone without an account. */
  initials: string;
}

/** FNV-1a of the name's bytes, stirred so that each bit goes by all of them. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name.toLowerCase())) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Of the first and the last word; what is in parentheses is a login. */
export function initialsOf(name: string): string {
  const words = name.replace(/\s*\([^()]*\)$/, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  const letters = last === '' ? [...first].slice(0, 2) : [[...first][0], [...last][0]];
  return letters.join('').toUpperCase();
}

/** For the picture at this path, of somebody with this name; undefined where it is one that somebody gave. */
export function pictureAt(path: string, name?: string): AvatarPicture | undefined {
  const [, written] = /^\/users\/([^/]+)\/avatar\.png$/.exec(path) ?? [];
  if (written !== undefined) {
    const login = decodeURIComponent(written);
    return {
      ink: inks[hashName(login) % inks.length] ?? inks[0],
      initials: initialsOf(name ?? '') || initialsOf(login),
    };
  }
  return path === '/' || path.endsWith('/avatar_default.png') ? { ink: inks[11], initials: '' } : undefined;
}
