// Pages that were drawn, for whoever opens them while they would be drawn the same.
import { hash } from 'node:crypto';
import { createDropOldest } from '../../../platform/drop-oldest.ts';
import type { Drawing, Wanted } from './drawn-page.ts';

/** Of all kept pages. */
const keptCharactersMax = 8_000_000;
/** How long what says how long ago something was may be behind, in ms. */
const sameMs = 30_000;

type Drawn = Extract<Drawing, { html: string }>;

/** Names everything that a page is drawn by. */
export const digestOf = ({ address, languages, platform, nowMs, answers }: Wanted): string => {
  const shown = Object.entries(answers).flatMap(([asked, { text, etag, size }]) => [asked, etag, size, text]);
  const parts = [address, languages, platform, Math.floor(nowMs / sameMs), ...shown];
  return hash('sha256', parts.join('\n'), 'base64url');
};

export interface KeptDrawings {
  find(digest: string): Drawn | undefined;
  keep(digest: string, drawn: Drawn): void;
}

export function createKeptDrawings(): KeptDrawings {
  const kept = new Map<string, Drawn>();
  const dropOldest = createDropOldest(kept);
  let chars = 0;
  return {
    find: (digest) => kept.get(digest),
    keep(digest, drawn) {
      if (kept.has(digest)) return;
      kept.set(digest, drawn);
      chars += drawn.html.length;
      while (chars > keptCharactersMax) {
        const dropped = dropOldest();
        if (dropped === undefined) return;
        chars -= dropped[1].html.length;
      }
    },
  };
}
