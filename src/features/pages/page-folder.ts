// Where the built pages are: a build copies them to web/ beside this module; in a checkout they are where web/ was built.
import { existsSync } from 'node:fs';

const copied = new URL('./web/', import.meta.url);
const built = new URL('../../../web/dist/', import.meta.url);

/** Whether `npm run build` or `npm start` has made the pages. */
export const findPageFolder = (): URL | undefined =>
  [copied, built].find((folder) => existsSync(new URL('index.html', folder)));
