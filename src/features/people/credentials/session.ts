// How long a browser session lasts. Pure.
import type { Settings } from '../../../settings/index.ts';

const hourMs = 60 * 60 * 1000;

type Lifetimes = Pick<Settings, 'session_lifetime' | 'session_idle_lifetime'>;

/** In milliseconds, counted from the sign-in. */
export const sessionLifetimeMs = (settings: Lifetimes): number => settings.session_lifetime * 24 * hourMs;

/** How long a session lasts without being used, in milliseconds. */
export const sessionIdleMs = (settings: Lifetimes): number => settings.session_idle_lifetime * hourMs;

/** When a session ends unless it is used again, in milliseconds since 1970. */
export const sessionEndMs = (
  session: { created_at_ms: number; last_used_at_ms: number },
  settings: Lifetimes,
): number =>
  Math.min(session.created_at_ms + sessionLifetimeMs(settings), session.last_used_at_ms + sessionIdleMs(settings));
