// When the session has ended, asks to sign in over the page, so that nothing on it is lost.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { api, onSessionEnd, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { onSignedIn, useSelf } from '../../platform/session.ts';
import { Dialog } from '../../ui/overlays.tsx';
import { SignInForm } from '../people/index.ts';

const readSelf = () => take(api.GET('/users/{id}', { params: { path: { id: 'self' } } }));

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
  if (self === undefined) return null;
  return (
    <Dialog title={t('frame.sessionEnded')} isOpen={isAsking} isHeld onClose={() => setAsking(false)}>
      <p>{t('frame.sessionEndedText')}</p>
      <SignInForm username={self.username} onDone={goOn} />
    </Dialog>
  );
}
