// The link of one invitation, to be handed over by whoever invites.
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import ui from '../../../ui/ui.module.css';

export const InvitationLink = ({ email, url }: { email: string; url: string }): ReactNode => (
  <span className={ui.row}>
    <span className={ui.grow}>
      {email}
      <br />
      <code className={ui.small}>{url}</code>
    </span>
    <Button
      tone="quiet"
      isIcon
      aria-label={t('invite.copy', { email })}
      onPress={() => void copyText(url, t('invite.copied'))}
    >
      <Copy />
    </Button>
  </span>
);
