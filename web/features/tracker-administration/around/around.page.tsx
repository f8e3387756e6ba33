// Whom the tracker tells what happens: people by mail, programs by webhooks; and the mail that it takes.
import type { ReactNode } from 'react';
import { CannedResponses } from './canned-responses.tsx';
import { MailGateway } from './mail-gateway.tsx';
import { Recipients } from './recipients.tsx';
import { Webhooks } from './webhooks.tsx';

export const AroundPage = (): ReactNode => (
  <>
    <Recipients />
    <MailGateway />
    <CannedResponses />
    <Webhooks />
  </>
);
