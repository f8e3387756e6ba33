// When the session has ended, asks to sign in over the page, so that nothing on it is lost.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { onSessionEnd } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { Dialog } from '../../ui/overlays.tsx';
import { SignInForm } from '../people/index.ts';

export function SessionGuard(): ReactNode {
  const self = useSelf();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => onSessionEnd(() => setAsking(true)), []);
  if (self === undefined) return null;
  return (
    <Dialog title={t('frame.sessionEnded')} isOpen={isAsking} isHeld onClose={() => setAsking(false)}>
      <p>{t('frame.sessionEndedText')}</p>
      <SignInForm
        username={self.username}
        onDone={() => {
          setAsking(false);
          void queryClient.invalidateQueries();
        }}
      />
    </Dialog>
  );
}
