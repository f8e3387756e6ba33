// Archives of the origin that lie beside the checkout, where somebody put them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const shared = new URL('../../../shared', import.meta.url).pathname;

/** Folders of archives, in the order in which they build on each other; none where there are none. */
export const fixtureArchives: readonly { name: string; path: string }[] = ['fixtures', 'fixtures-more'].flatMap(
  (folder) => {
    const from = join(shared, folder);
    if (!existsSync(from)) return [];
    return readdirSync(from)
      .map((name) => ({ name, path: join(from, name) }))
      .filter(({ path }) => existsSync(join(path, 'project.xml')));
  },
);
