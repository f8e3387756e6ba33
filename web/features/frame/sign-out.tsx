// Signing out: asks where this browser has drafts that were not sent, because they go, too.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { api, isRefusedWith, settle } from '../../platform/api.ts';
import { loadTextBundle } from '../../platform/i18n.ts';
import { leaveDocument } from '../../platform/startup/session-end.ts';
import { notifySignedOut, useSelf } from '../../platform/session.ts';
import { say } from '../../ui/feedback/toasts.tsx';
import { describeError } from '../../ui/feedback/async-states.tsx';
import { lazy } from '../../ui/lazy.tsx';

const Question = lazy(async () => {
  const [{ SignOutQuestion }] = await Promise.all([import('./sign-out-question.tsx'), loadTextBundle('pages')]);
  return SignOutQuestion;
});

async function signOut(): Promise<void> {
  try {
    await settle(api.DELETE('/sessions/self'));
  } catch (error) {
    // Where the session is over already there is nothing to end.
    if (!isRefusedWith(error, 401, 404)) return say('error', describeError(error));
  }
  notifySignedOut();
  leaveDocument();
}

let ask: (() => void) | undefined;

/** Signs out, at once where no draft would be lost. */
export function requestSignOut(): void {
  if (ask === undefined) void signOut();
  else ask();
}

export function SignOut(): ReactNode {
  const username = useSelf()?.username;
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (username === undefined) return undefined;
    ask = () => setAsked(true);
    return () => {
      ask = undefined;
    };
  }, [username]);
  if (!isAsked || username === undefined) return null;
  return <Question username={username} onSignOut={() => void signOut()} onClose={() => setAsked(false)} />;
}
