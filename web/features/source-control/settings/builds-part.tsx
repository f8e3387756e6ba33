// The token with which builds and tests of a repository report.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import ui from '../../../ui/ui.module.css';
import code from '../code.module.css';
import css from './settings.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

const writeCommand = (id: number, token: string): string =>
  [
    `curl -H 'Content-Type: application/json' \\`,
    `  -d '{"state": "success", "name": "tests", "token": "${token}"}' \\`,
    `  ${location.origin}/api/git/${id}/statuses/$(git rev-parse HEAD)`,
  ].join('\n');

export function BuildsPart({ id }: { id: number }): ReactNode {
  const [token, setToken] = useState<string>();
  const { submit, isSending } = useSubmit({ errors: 'toast' });
  const make = async (): Promise<void> =>
    setToken((await take(api.POST('/git/{id}/status_token', { params: { path: { id } } }))).token);
  return (
    <section className={`${ui.card} ${css.part}`} aria-label={t('repo.builds')}>
      <h2>{t('repo.builds')}</h2>
      <p>{t('repo.buildsHint')}</p>
      <div>
        <Button isDisabled={isSending} onPress={() => void submit(make)}>
          {t('repo.makeToken')}
        </Button>
      </div>
      {token !== undefined && (
        <Dialog title={t('repo.tokenMade')} isOpen isHeld isWide onClose={() => setToken(undefined)}>
          <p>{t('repo.tokenOnce')}</p>
          <pre className={code.commands} tabIndex={0}>
            {writeCommand(id, token)}
          </pre>
          <div className={ui.actions}>
            <Button onPress={() => void copyText(writeCommand(id, token), t('code.copied'))}>
              {t('repo.copyCommand')}
            </Button>
            <Button onPress={() => void copyText(token, t('code.copied'))}>{t('repo.copyToken')}</Button>
            <Button tone="primary" onPress={() => setToken(undefined)}>
              {t('repo.tokenNoted')}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
