// Names what decides how a page is drawn, for whoever opens it while it would be drawn the same.
import { hash } from 'node:crypto';
import type { Wanted } from './drawn-page.ts';

/** How long what says how long ago something was may be behind, in ms. */
const sameMs = 30_000;

/** Names everything that a page is drawn by. */
export const digestOf = ({ address, languages, platform, nowMs, answers }: Wanted): string => {
  const shown = Object.entries(answers).flatMap(([asked, { text, etag, size }]) => [asked, etag, size, text]);
  const parts = [address, languages, platform, Math.floor(nowMs / sameMs), ...shown];
  return hash('sha256', parts.join('\n'), 'base64url');
};
