// The pictures that Tepal draws of people, by the addresses of those that its server draws alike. Pure.

/** What is drawn on 80 times 80 units. */
export interface AvatarPicture {
  ink: string;
  path: string;
}

const inks = ['#1f77b4', '#c44e18', '#2c823c', '#b0283c', '#7454a8', '#82564b', '#b83c8c', '#14828c'];
const field = 10;
const margin = 15;

/** Head and shoulders, for everybody without a picture. */
const figure: AvatarPicture = {
  ink: '#8c929c',
  path: 'M25 30a15 15 0 1 0 30 0a15 15 0 1 0 -30 0M12 78a28 28 0 1 0 56 0a28 28 0 1 0 -56 0',
};

/** FNV-1a of the name's bytes, stirred so that each bit goes by all of them. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name.toLowerCase())) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Five by five fields; the right half mirrors the left. */
function renderPattern(name: string): AvatarPicture {
  const hash = hashName(name);
  const path: string[] = [];
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 5; column += 1) {
      if (((hash >>> (Math.min(column, 4 - column) * 5 + row)) & 1) === 0) continue;
      path.push(`M${margin + column * field} ${margin + row * field}h${field}v${field}h-${field}z`);
    }
  }
  return { ink: inks[hash >>> 29] ?? figure.ink, path: path.join('') };
}

/** What is drawn for the picture at this path; undefined where it is one that somebody gave. */
export function pictureAt(path: string): AvatarPicture | undefined {
  const [, name] = /^\/users\/([^/]+)\/avatar\.png$/.exec(path) ?? [];
  if (name !== undefined) return renderPattern(decodeURIComponent(name));
  return path === '/' || path.endsWith('/avatar_default.png') ? figure : undefined;
}
