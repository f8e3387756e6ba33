// Whom the tracker tells what happens: people by mail, programs by webhooks; and the mail that it takes.
import type { ReactNode } from 'react';
import { useDefinition } from '../use-definition.ts';
import { CalendarEvents } from './calendar-events.tsx';
import { CannedResponses } from './canned-responses.tsx';
import { DateReminders } from './date-reminders.tsx';
import { MailGateway } from './mail-gateway.tsx';
import { Recipients } from './recipients.tsx';
import { Webhooks } from './webhooks.tsx';

export function AroundPage(): ReactNode {
  const { tracker } = useDefinition();
  return (
    <>
      <Recipients />
      <DateReminders />
      <CalendarEvents />
      <MailGateway />
      <CannedResponses />
      <Webhooks kind="trackers" id={tracker.id} />
    </>
  );
}
