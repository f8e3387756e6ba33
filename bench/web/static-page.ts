// The peer of a page: the same rows as a finished document, with the same bytes of scripts and styles, from a bare server.
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

interface StaticFile {
  type: string;
  body: Buffer;
}

export interface StaticPage {
  url: string;
  /** Of all its files, packed, as the browser gets them. */
  bytes: number;
  close(): void;
}

/** A script of the same text that does nothing: one long string. */
const muteScript = (text: string): string => `const text = ${JSON.stringify(text)};`;

/** Serves what the page shows now, and as many bytes as it loaded. */
export async function serveCopy(page: Page): Promise<StaticPage> {
  const shown = await page.evaluate<string>(`document.querySelector('#app').innerHTML`);
  const names = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /\\.(js|css)$/.test(name))`,
  );
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    const text = await (await page.request.get(name)).text();
    const path = new URL(name).pathname;
    const isScript = path.endsWith('.js');
    files.set(path, {
      type: isScript ? 'text/javascript' : 'text/css',
      body: gzipSync(isScript ? muteScript(text) : text),
    });
  }
  const head = [...files].map(([path, { type }]) =>
    type === 'text/css' ? `<link rel="stylesheet" href="${path}">` : `<script async src="${path}"></script>`,
  );
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Copy</title>${head.join('')}</head><body><div id="app">${shown}</div></body></html>`;
  files.set('/', { type: 'text/html; charset=utf-8', body: gzipSync(html) });
  const server = await listen(files);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the bare server has no port');
  const bytes = [...files.values()].reduce((sum, { body }) => sum + body.length, 0);
  return { url: `http://127.0.0.1:${address.port}/`, bytes, close: () => server.close() };
}

function listen(files: ReadonlyMap<string, StaticFile>): Promise<Server> {
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (file === undefined) return response.writeHead(404).end();
    const keep = request.url === '/' ? 'no-cache' : 'public, max-age=31536000, immutable';
    const headers = { 'content-type': file.type, 'content-encoding': 'gzip', 'cache-control': keep };
    return response.writeHead(200, headers).end(file.body);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
