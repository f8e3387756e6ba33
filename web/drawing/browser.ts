// What the program of the pages asks of a browser while it draws where there is none. It is that of nobody in particular: with a wide
// window, and nothing kept.
import { emptyStorage } from './empty-storage.ts';

/** Answers and languages of the drawing that is on its way. */
export interface Drawn {
  languages: readonly string[];
  platform: string;
  answer(address: string): Response;
}

let drawn: Drawn | undefined;

/** Whose browser it is from now on; nobody's where undefined. */
export const setDrawn = (next: Drawn | undefined): void => {
  drawn = next;
};

const base = 'http://localhost';

/** Addresses without a host are the server's, as in a page. */
class PageRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, base) : input, init);
  }
}

const put = (name: string, value: unknown): void => {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
};

put('Request', PageRequest);
put('fetch', (request: Request): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  return drawn === undefined
    ? Promise.reject(new Error('nothing is being drawn'))
    : Promise.resolve(drawn.answer(pathname + search));
});
put('navigator', {
  get platform(): string {
    return drawn?.platform ?? '';
  },
  get languages(): readonly string[] {
    return drawn?.languages ?? [];
  },
});
put('window', globalThis);
put('self', globalThis);
put('location', new URL(base));
put('localStorage', emptyStorage);
put('sessionStorage', emptyStorage);
put('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
// What comes once a page is at rest does not come.
put('requestIdleCallback', () => 0);
put('cancelIdleCallback', () => undefined);
