// When the session has ended, hides the page and asks to sign in over it, so that nothing on it is lost.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { onSessionEnd } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { onSignedIn, readSelf, useSelf } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/overlays.tsx';
import { SignInForm } from '../people/index.ts';

/** Titles name what the page is about; windows and tabs show them. */
function useOtherTitle(isOther: boolean, title: string): void {
  useEffect(() => {
    if (!isOther) return undefined;
    const before = document.title;
    document.title = title;
    return () => void (document.title = before);
  }, [isOther, title]);
}

export function SessionGuard(): ReactNode {
  const self = useSelf();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => onSessionEnd(() => setAsking(true)), []);
  const id = self?.id;
  const goOn = useCallback((): void => {
    setAsking(false);
    void queryClient.invalidateQueries();
  }, [queryClient]);
  useEffect(() => {
    if (!isAsking || id === undefined) return undefined;
    return onSignedIn(() => {
      // Somebody else may have signed in; or nobody, when it can't be read, and the question stays.
      readSelf().then(
        (now) => now.id === id && goOn(),
        () => undefined,
      );
    });
  }, [isAsking, id, goOn]);
  useOtherTitle(isAsking && self !== undefined, t('frame.sessionEnded'));
  if (self === undefined) return null;
  return (
    <Dialog title={t('frame.sessionEnded')} isOpen={isAsking} isHeld isAlone onClose={() => setAsking(false)}>
      <p>{t('frame.sessionEndedText')}</p>
      <SignInForm username={self.username} onDone={goOn} />
      <Button onPress={() => location.assign('/sign-in')}>{t('frame.signInAsOther')}</Button>
    </Dialog>
  );
}
