// The page itself in its document, before the answers that it shows: what it needs besides is brought, too.
import { apiPrefix } from '../../../platform/http/index.ts';
import { bringAnswers, escapeJson } from '../first-answers.ts';
import type { Bringing, Brought } from '../first-answers.ts';
import { addressOf } from '../first-reads.ts';
import type { FirstRead, FirstValues } from '../first-reads.ts';
import type { AskedBefore } from './asked-before.ts';
import type { Answer, Drawing, Wanted } from './drawn-page.ts';
import type { PageDrawer } from './page-drawer.ts';

interface DrawnBringing extends Bringing {
  drawer: PageDrawer;
  /** The read of an address of the API. */
  find(address: string): FirstRead | undefined;
  page: Omit<Wanted, 'answers' | 'nowMs'>;
  askedBefore: AskedBefore;
}

/** What the page takes of an answer. */
const listAnswers = (brought: Brought): Record<string, Answer> =>
  Object.fromEntries(
    [...brought].map(([address, { text = '', headers }]) => [
      address,
      { text, etag: headers.get('etag'), size: headers.get('x-pagination-size') },
    ]),
  );

/**
 * As `bringAnswers`, with the page before them, as a template that `tepalDraw` of web/index.html takes. A page that is not drawn has
 * none.
 */
export async function* bringDrawn(bringing: DrawnBringing): AsyncGenerator<string> {
  const { drawer, find, page, askedBefore, brought, nonce, nowMs } = bringing;
  const [first, second, ...others] = bringing.steps;
  const self = (): string => brought.get(`${apiPrefix}/users/self`)?.text ?? '';
  let drawing: Drawing | undefined;
  const drawNow = async (): Promise<void> => {
    drawing = await drawer.draw({ ...page, nowMs: nowMs(), answers: listAnswers(brought) });
  };
  const askAsBefore = async (values: FirstValues): Promise<readonly FirstRead[]> => [
    ...((await second?.(values)) ?? []),
    ...askedBefore.list(self(), page.address),
  ];
  const askMore = async (): Promise<readonly FirstRead[]> => {
    await drawNow();
    if (drawing === undefined || !('missing' in drawing)) return [];
    const reads = drawing.missing.flatMap((address) => {
      const read = find(address);
      return read !== undefined && addressOf(read) === address ? [read] : [];
    });
    askedBefore.note(self(), page.address, reads);
    return reads;
  };
  const steps = [...(first === undefined ? [] : [first]), askAsBefore, ...others, askMore];
  const answers = await Array.fromAsync(bringAnswers({ ...bringing, steps }));
  if (drawing !== undefined && 'missing' in drawing && drawing.missing.every((one) => brought.has(one)))
    await drawNow();
  if (drawing !== undefined && 'html' in drawing) {
    const { html, writing, look } = drawing;
    const told = escapeJson(`${JSON.stringify(writing)},${JSON.stringify(look)}`);
    yield `<template id="drawn">${html}</template><script nonce="${nonce}">tepalDraw(${told})</script>`;
  }
  yield* answers;
}
