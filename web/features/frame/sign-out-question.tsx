// What is lost by signing out.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { createDrafts } from '../../platform/drafts/drafts.ts';
import { t } from '../../platform/i18n.ts';
import { personalStore } from '../../platform/storage/personal-storage.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/overlays.tsx';
import ui from '../../ui/ui.module.css';
import { Link } from '../../ui/link.tsx';

/** Numbers of the artifacts that drafts are about, each once. */
const artifactsOf = (drafts: readonly string[]): number[] => [
  ...new Set(
    drafts.flatMap((name) => {
      const [, id] = /^(?:artifact|comment)\.(\d+)(?:\.|$)/.exec(name) ?? [];
      return id === undefined ? [] : [Number(id)];
    }),
  ),
];

interface Props {
  username: string;
  onSignOut(): void;
  onClose(): void;
}

/** Signs out at once where nothing is. */
export function SignOutQuestion({ username, onSignOut, onClose }: Props): ReactNode {
  const [drafts] = useState(() => createDrafts(personalStore, username).list(''));
  const isNothingLost = drafts.length === 0;
  useEffect(() => {
    if (!isNothingLost) return;
    onSignOut();
    onClose();
    // Once, when it is asked for.
  }, [isNothingLost]);
  return (
    <Dialog title={t('account.signOut.title')} isOpen={!isNothingLost} onClose={onClose}>
      <p>{t('account.signOut.drafts', { count: drafts.length })}</p>
      <div className={ui.row}>
        {artifactsOf(drafts).map((id) => (
          <Link key={id} to="/artifacts/$id" params={{ id: String(id) }} onClick={onClose}>
            #{id}
          </Link>
        ))}
      </div>
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
        <Button tone="danger" onPress={onSignOut}>
          {t('account.signOut.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
